import { adminFolder } from '@quire/admin'
import type { QuireConfig } from '@quire/core'

export interface AdminPlace {
  /** Where it is served: `/admin`. */
  readonly path: string
  /** Its built files. */
  readonly folder: string
}

/** Null if the configuration turns the admin app off, or nobody has built it. */
export function adminPlace({ admin: { path = '/admin' } = {} }: QuireConfig): AdminPlace | null {
  const folder = path === false ? null : adminFolder()
  return path === false || folder === null ? null : { path, folder }
}
