import { adminFolder } from '@quire/admin'
import { type BrandingConfig, type Entity, type FieldNode, flatten, type Manifest, type QuireConfig } from '@quire/core'

export interface AdminPlace {
  /** Where it is served: `/admin`. */
  readonly path: string
  /** Its built files. */
  readonly folder: string
  /** Modules that extend it. */
  readonly extensions: readonly URL[]
  /** Files with the words of further languages, by language. */
  readonly languages: Readonly<Record<string, URL>>
  /** How it shows whose it is. */
  readonly branding: BrandingConfig
}

/** Null if the configuration turns the admin app off, or nobody has built it. */
export function adminPlace({ admin = {} }: QuireConfig): AdminPlace | null {
  const { path = '/admin', extensions = [], languages = {}, branding = {} } = admin
  const folder = path === false ? null : adminFolder()
  return path === false || folder === null ? null : { path, folder, extensions, languages, branding }
}

/** The modules that the field types of an application bring, each once. */
export function modulesOfTypes({ collections, globals }: Pick<Manifest, 'collections' | 'globals'>): URL[] {
  const entities: readonly Entity[] = [...Object.values(collections), ...Object.values(globals)]
  const fields: readonly FieldNode[] = entities.flatMap((entity) => flatten(entity.fields))
  const modules = fields.flatMap(({ type }) => (type.admin ? [type.admin.href] : []))
  return [...new Set(modules)].map((href) => new URL(href))
}
