import { adminFolder } from '@quire/admin'
import type { QuireConfig } from '@quire/core'

export interface AdminPlace {
  /** Where it is served: `/admin`. */
  readonly path: string
  /** Its built files. */
  readonly folder: string
  /** Modules that extend it. */
  readonly extensions: readonly URL[]
  /** Files with the words of further languages, by language. */
  readonly languages: Readonly<Record<string, URL>>
}

/** Null if the configuration turns the admin app off, or nobody has built it. */
export function adminPlace({ admin = {} }: QuireConfig): AdminPlace | null {
  const { path = '/admin', extensions = [], languages = {} } = admin
  const folder = path === false ? null : adminFolder()
  return path === false || folder === null ? null : { path, folder, extensions, languages }
}
