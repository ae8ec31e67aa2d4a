import type { QuireConfig } from '@quirecms/core'
import { everything } from '../sdk/everything.ts'
import { richConfig } from './rich-application.ts'

/** Every feature and field type in one application, for a complete description. */
export const complete: QuireConfig = {
  ...everything,
  ...(richConfig.localization && { localization: richConfig.localization }),
  collections: { ...richConfig.collections, ...everything.collections },
  globals: { ...richConfig.globals, ...everything.globals },
}

/** The example is a separate project; the compiler must not follow this import. */
export async function blogConfig(): Promise<QuireConfig> {
  const file = new URL('../../../examples/blog/quire.config.ts', import.meta.url).href
  return ((await import(file)) as { default: QuireConfig }).default
}
