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
  readonly path: string
  readonly folder: string
  readonly extensions: readonly URL[]
  readonly languages: Readonly<Record<string, URL>>
  readonly branding: BrandingConfig
}

/** Null if the admin app is disabled or not built. */
export function adminPlace({ admin = {} }: QuireConfig): AdminPlace | null {
  const { path = '/admin', extensions = [], languages = {}, branding = {} } = admin
  const folder = path === false ? null : adminFolder()
  return path === false || folder === null ? null : { path, folder, extensions, languages, branding }
}

/** URL of the admin app's fonts, relative to a page of the service; undefined without the app. */
export function typefacesOf(admin: AdminPlace | null, page: string): Typefaces | undefined {
  if (!admin) return undefined
  const names = readdirSync(join(admin.folder, 'assets'))
  const find = (start: string) => names.find((name) => name.startsWith(start) && name.endsWith('.woff2'))
  const sans = find('instrument-sans-latin-wght-normal')
  const serif = find('newsreader-latin-opsz-normal')
  // Relative, so that it works behind a proxy with a prefix.
  const from = '../'.repeat(page.split('/').length - 2)
  const at = (name: string) => `${from}${admin.path.slice(1)}/assets/${name}`
  return sans !== undefined && serif !== undefined ? { sans: at(sans), serif: at(serif) } : undefined
}

/** Admin modules of custom field types, without duplicates. */
export function modulesOfTypes({ collections, globals }: Pick<Manifest, 'collections' | 'globals'>): URL[] {
  const entities: readonly Entity[] = [...Object.values(collections), ...Object.values(globals)]
  const fields: readonly FieldNode[] = entities.flatMap((entity) => flatten(entity.fields))
  const modules = fields.flatMap(({ type }) => (type.admin ? [type.admin.href] : []))
  return [...new Set(modules)].map((href) => new URL(href))
}
