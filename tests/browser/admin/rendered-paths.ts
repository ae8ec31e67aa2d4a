import type { Page } from 'playwright-core'

/**
 * Records the `path` of rendered components through the hook of React's developer tools. Must run before the app is
 * loaded.
 */
export async function noteRenders(page: Page): Promise<void> {
  await page.addInitScript(NOTE)
}

export async function forgetRenders(page: Page): Promise<void> {
  await page.evaluate('renderedPaths.clear()')
}

/** Rendered paths since the last reset, and the number of rendered components, with or without a path. */
export async function renderedPaths(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('[...renderedPaths].toSorted()')
}

const NOTE = `
  globalThis.renderedPaths = new Set()
  const PERFORMED_WORK = 1
  const COMPONENTS = new Set([0, 11, 14, 15])
  function look(now, before) {
    if (COMPONENTS.has(now.tag) && (!before || (now.flags & PERFORMED_WORK) !== 0)) {
      const path = now.memoizedProps?.path
      if (typeof path === 'string') renderedPaths.add(path)
    }
    if (before && now.child === before.child) return
    for (let child = now.child; child; child = child.sibling) {
      if (child !== child.alternate) look(child, child.alternate)
    }
  }
  let last
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    isDisabled: false,
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE() {},
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_, { current }) {
      look(current, current.alternate)
    },
  }
`
