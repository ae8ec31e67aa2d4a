import { isAuth } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** Options that restrict a text. */
type TextOptions = Pick<FieldSchema, 'blocks'> & {
  readonly nodes?: unknown
  readonly marks?: unknown
  readonly to?: unknown
}

const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

export function allowsNode(field: TextOptions, name: string): boolean {
  if (name === 'block') return Object.keys(field.blocks ?? {}).length > 0
  return list(field.nodes)?.includes(name) ?? true
}

export function allowsMark(field: TextOptions, name: string): boolean {
  return list(field.marks)?.includes(name) ?? true
}

/** The collections that the text may reference. */
export function namedCollections(
  field: TextOptions,
  collections: Readonly<Record<string, EntitySchema>>,
): readonly EntitySchema[] {
  const to = list(field.to)
  return Object.values(collections).filter((entity) => (to ? to.includes(entity.slug) : !isAuth(entity)))
}
