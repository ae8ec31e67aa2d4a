import type { Extend } from './kit-contract.ts'
import { addExtension } from './registry.ts'

/** Loads what the page names. An extension that fails takes nothing else along; whoever wrote it reads why in the console. */
export async function loadExtensions(): Promise<void> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="quire-extensions"]')?.content
  if (named === undefined) return
  const { kit } = await import('./kit.ts')
  for (const name of named.split(' ')) {
    try {
      const module = (await import(/* @vite-ignore */ new URL(name, document.baseURI).href)) as { default: Extend }
      addExtension(module.default(kit))
    } catch (error) {
      console.error(`The extension ${name} could not be loaded.`, error)
    }
  }
}
