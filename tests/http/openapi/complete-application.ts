import type { QuireConfig } from '@quirecms/core'
import { everything } from '../sdk/everything.ts'
import { richConfig } from './rich-application.ts'

/** Every feature and every field type in one application, for a description that contains all there is. */
export const complete: QuireConfig = {
  ...everything,
  ...(richConfig.localization && { localization: richConfig.localization }),
  collections: { ...richConfig.collections, ...everything.collections },
  globals: { ...richConfig.globals, ...everything.globals },
}

/** The example. It is a project of its own, so that the compiler must not follow us there. */
export async function blogConfig(): Promise<QuireConfig> {
  const file = new URL('../../../examples/blog/quire.config.ts', import.meta.url).href
  return ((await import(file)) as { default: QuireConfig }).default
}
