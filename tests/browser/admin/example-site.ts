import { join } from 'node:path'
import { inject } from 'vitest'
import type { QuireConfig } from 'quirecms'
import { AdminSite } from './admin-site.ts'

/** The example with its admin app, and a browser in front of it; its content is made once for all tests of a run. */
export function startExample(
  browserPath: string,
  changed?: (blog: QuireConfig) => Partial<QuireConfig>,
): Promise<AdminSite> {
  return AdminSite.start(browserPath, changed, exampleContent())
}

export function exampleContent(): string {
  return join(inject('installation'), 'example')
}
