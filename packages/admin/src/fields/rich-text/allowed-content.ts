import { isAuth } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** What the options of a text say. All else that it may hold, every text may. */
type TextOptions = Pick<FieldSchema, 'blocks'> & {
  readonly nodes?: unknown
  readonly marks?: unknown
  readonly to?: unknown
}

const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/** Whether a node may stand in the text of a field. */
export function allowsNode(field: TextOptions, name: string): boolean {
  if (name === 'block') return Object.keys(field.blocks ?? {}).length > 0
  return list(field.nodes)?.includes(name) ?? true
}

export function allowsMark(field: TextOptions, name: string): boolean {
  return list(field.marks)?.includes(name) ?? true
}

/** The collections whose documents the text may name. */
export function namedCollections(
  field: TextOptions,
  collections: Readonly<Record<string, EntitySchema>>,
): readonly EntitySchema[] {
  const to = list(field.to)
  return Object.values(collections).filter((entity) => (to ? to.includes(entity.slug) : !isAuth(entity)))
}
