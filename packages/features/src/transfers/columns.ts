import {
  type Call,
  type Entity,
  type FieldNode,
  isNaming,
  type Localization,
  type Runtime,
  wayTo,
} from '@quirecms/core/feature'

export interface Column {
  /** Name in the header: `title`, `seo.title`, `title@de`, `author.email`. */
  readonly name: string
  /** Null for system values such as `id`. */
  readonly node: FieldNode | null
  /** Path in the document: field names and locales. Empty if the field no longer exists. */
  readonly steps: readonly string[]
  /** Names the target of a relationship by this unique field instead of its id. */
  readonly by?: { readonly entity: Entity<Call>; readonly field: FieldNode }
}

export interface Columns {
  readonly entity: Entity<Call>
  readonly collections: Readonly<Record<string, Entity<Call>>>
  readonly localization: Localization | null
  /** Locale of columns without one. */
  readonly locale: string | null
}

export function columnsOf({ manifest }: Runtime, entity: Entity<Call>, locale?: string): Columns {
  const { collections, localization } = manifest
  return { entity, collections, localization, locale: locale ?? localization?.defaultLocale ?? null }
}

/** All possible columns, in the order of the fields; with `locales`, localized fields once for each. */
export function allColumns(columns: Columns, locales: readonly string[]): Column[] {
  const names = columnNames(columns.entity.fields, locales)
  const found = ['id', ...names, ...columns.entity.systemFields.map(({ name }) => name)].map((name) =>
    columnNamed(columns, name),
  )
  return [...new Map(found.flatMap((column) => (column ? [[column.name, column]] : []))).values()]
}

function columnNames(fields: readonly FieldNode[], locales: readonly string[], isLocalized = false): string[] {
  return fields.flatMap((node) => {
    if (node.hidden || node.structure === 'computed') return []
    const hasLocales = isLocalized || node.localized
    if (node.structure === 'group') return columnNames(node.fields, locales, hasLocales)
    return hasLocales ? locales.map((locale) => `${node.path}@${locale}`) : [node.path]
  })
}

export function columnNamed(columns: Columns, name: string): Column | undefined {
  const { entity, localization } = columns
  if (entity.systemFields.some((field) => field.name === name)) return { name, node: null, steps: [name] }
  const at = name.lastIndexOf('@')
  const [path, locale] = at === -1 ? [name, null] : [name.slice(0, at), name.slice(at + 1)]
  if (locale !== null && !localization?.locales.includes(locale)) return undefined
  const way = wayTo(entity.fields, path)
  const node = way.at(-1)
  if (!node) return byTarget(columns, name)
  const isPlain = way.every((one, index) => index === way.length - 1 || one.structure === 'group')
  if (!isPlain || way.some(({ hidden }) => hidden) || node.structure === 'computed' || node.structure === 'group')
    return undefined
  const localized = way.findIndex((one) => one.localized)
  if (localized === -1) return locale === null ? { name, node, steps: way.map((one) => one.name) } : undefined
  const said = locale ?? columns.locale
  if (said === null) return undefined
  const names = way.map((one) => one.name)
  return { name, node, steps: [...names.slice(0, localized + 1), said, ...names.slice(localized + 1)] }
}

/** `author.email`: a relationship whose target is named by a unique field. */
function byTarget(columns: Columns, name: string): Column | undefined {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const pointing = columnNamed(columns, name.slice(0, dot))
    const [target, ...others] = pointing?.node?.targets ?? []
    const entity = target === undefined || others.length > 0 ? undefined : columns.collections[target]
    if (!pointing || !entity) continue
    const way = wayTo(entity.fields, name.slice(dot + 1))
    const field = way.at(-1)
    if (field && isNaming(way)) return { ...pointing, name, by: { entity, field } }
  }
  return undefined
}
