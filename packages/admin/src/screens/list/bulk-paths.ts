import type { Input } from '../../data/document.ts'
import type { ModelPath } from '../../data/model/model-path.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** A new value for the field at a path. */
export type PathChange = readonly [path: string, value: unknown]

/** Fields that can be set in bulk, also in groups. Rows of a field are replaced together. */
export function changeablePaths(
  paths: readonly ModelPath[],
  mayChange: (path: string) => boolean,
): readonly ModelPath[] {
  return paths.flatMap((one) => {
    const { field } = one
    if (field.readOnly || field.unique || field.structure === 'computed' || !mayChange(one.path)) return []
    return one.isGroup ? changeablePaths(one.below(), mayChange) : [one]
  })
}

/** The nested input for these changes. */
export function dataOf(changes: readonly PathChange[]): Input {
  const data: Record<string, unknown> = {}
  for (const [path, value] of changes) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let at = data
    for (const name of names) {
      const inside = (at[name] ?? {}) as Record<string, unknown>
      at[name] = inside
      at = inside
    }
    at[last] = value
  }
  return data
}

export function valueAtPath(doc: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
      doc,
    )
}

/** The `select` for these paths. */
export function selectionAt(paths: readonly string[]): Readonly<Record<string, unknown>> {
  return dataOf(paths.map((path) => [path, true]))
}

/** Values for a call in this locale; with `locale=all`, by locale. */
export function valuesIn(
  { fields }: Pick<EntitySchema, 'fields'>,
  data: Input,
  asked: string | undefined,
  locale: string | undefined,
): Input {
  return asked === 'all' && locale !== undefined ? inLocale(fields, data, locale) : data
}

function inLocale(
  fields: readonly FieldSchema[],
  data: Readonly<Record<string, unknown>>,
  locale: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field = fields.find((one) => one.name === name)
      if (field?.localized) return [name, { [locale]: value }]
      const isGroup = field?.structure === 'group' && typeof value === 'object' && value !== null
      return [name, isGroup ? inLocale(field.fields ?? [], value as Record<string, unknown>, locale) : value]
    }),
  )
}
