import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { adminFolder } from '@quirecms/admin'
import {
  type BrandingConfig,
  type Entity,
  type FieldNode,
  flatten,
  type Manifest,
  type QuireConfig,
} from '@quirecms/core'
import type { Typefaces } from '@quirecms/server'

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

/** Null if the configuration turns the admin app off, or the admin app is not built. */
export function adminPlace({ admin = {} }: QuireConfig): AdminPlace | null {
  const { path = '/admin', extensions = [], languages = {}, branding = {} } = admin
  const folder = path === false ? null : adminFolder()
  return path === false || folder === null ? null : { path, folder, extensions, languages, branding }
}

/** Where the typefaces of the admin app are, as seen from a page of the service; undefined where there is none. */
export function typefacesOf(admin: AdminPlace | null, page: string): Typefaces | undefined {
  if (!admin) return undefined
  const names = readdirSync(join(admin.folder, 'assets'))
  const find = (start: string) => names.find((name) => name.startsWith(start) && name.endsWith('.woff2'))
  const sans = find('instrument-sans-latin-wght-normal')
  const serif = find('newsreader-latin-opsz-normal')
  // Relative, so that it is right behind a proxy that adds a prefix.
  const from = '../'.repeat(page.split('/').length - 2)
  const at = (name: string) => `${from}${admin.path.slice(1)}/assets/${name}`
  return sans !== undefined && serif !== undefined ? { sans: at(sans), serif: at(serif) } : undefined
}

/** The modules that the field types of an application bring, each once. */
export function modulesOfTypes({ collections, globals }: Pick<Manifest, 'collections' | 'globals'>): URL[] {
  const entities: readonly Entity[] = [...Object.values(collections), ...Object.values(globals)]
  const fields: readonly FieldNode[] = entities.flatMap((entity) => flatten(entity.fields))
  const modules = fields.flatMap(({ type }) => (type.admin ? [type.admin.href] : []))
  return [...new Set(modules)].map((href) => new URL(href))
}
