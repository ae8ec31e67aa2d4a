import type { Extend } from './kit-contract.ts'
import { addExtension } from './registry.ts'

/**
 * Loads the extensions that the page lists. A failing extension does not affect others; its error goes to the console.
 */
export async function loadExtensions(): Promise<void> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="quire-extensions"]')?.content
  if (named === undefined) return
  const { kit } = await import('./kit.ts')
  for (const name of named.split(' ')) {
    try {
      const module = (await import(/* @vite-ignore */ new URL(name, document.baseURI).href)) as { default: Extend }
      addExtension(module.default(kit))
    } catch (error) {
      // oxlint-disable-next-line no-console -- the author of the extension reads the error there
      console.error(`The extension ${name} could not be loaded.`, error)
    }
  }
}
