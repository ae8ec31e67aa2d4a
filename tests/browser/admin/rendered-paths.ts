import type { Page } from 'playwright-core'

/**
 * Notes which components the app renders, by the `path` that they are given, as React tells its developer tools. It has to be there
 * before the app is.
 */
export async function noteRenders(page: Page): Promise<void> {
  await page.addInitScript(NOTE)
}

export async function forgetRenders(page: Page): Promise<void> {
  await page.evaluate('renderedPaths.clear()')
}

/** Paths of rendered components since they were forgotten, and how many components there were, with or without a path. */
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
