import type { Entity, FieldNode, JsonSchema, JsonValue } from '@quirecms/core'
import { schemaName } from './component-names.ts'
import { EXAMPLE_ADDRESS, EXAMPLE_ID, exampleId, exampleOf } from './examples.ts'

type Form = 'create' | 'update'
type ExampleMembers = Readonly<Record<string, unknown>>

/**
 * Returns an example body for creating or updating a document that the service accepts from a caller with write access.
 * Leaves out values that no schema can guarantee: ids of other documents, unique values, fields with write rules of
 * their own, and values that application code validates. Keeps such a value only if a new document requires it.
 */
function inputExample(
  { fields, copies, auth }: Pick<Entity, 'fields' | 'copies' | 'auth'>,
  form: Form,
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown {
  const example = exampleOf(schema, schemas)
  if (!isMembers(example)) return example
  const told = tellable(example, fields, form, form === 'create' && !copies?.mayBeIncomplete)
  // Only service accounts have no email address, and most accounts are not service accounts.
  return auth && form === 'create' ? { email: EXAMPLE_ADDRESS, ...told } : told
}

/** Replaces placeholder ids by example ids of the target collections. */
function withTargets(
  members: ExampleMembers,
  fields: readonly FieldNode[],
  idOf: (slug: string) => string,
): ExampleMembers {
  const named = (value: unknown, { targets }: FieldNode): unknown => {
    if (value === EXAMPLE_ID) return idOf(targets[0] ?? '')
    if (Array.isArray(value)) return value.map((one) => named(one, { targets } as FieldNode))
    return isMembers(value) && value['value'] === EXAMPLE_ID
      ? { ...value, value: idOf(String(value['relationTo'])) }
      : value
  }
  const inside = (value: unknown, node: FieldNode): unknown =>
    node.targets.length > 0 ? named(value, node) : mapMembers(value, node, (...below) => withTargets(...below, idOf))
  const nodes = new Map(fields.map((node) => [node.name, node]))
  const entries = Object.entries(members).map(([name, value]) => {
    const node = nodes.get(name)
    return [name, node ? inside(value, node) : value] as const
  })
  return Object.fromEntries(entries)
}

export function withInputExamples(
  entities: readonly Entity[],
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const completed = { ...schemas }
  const idOf = (slug: string) => exampleId(entities.findIndex((one) => one.kind === 'collection' && one.slug === slug))
  for (const entity of entities) {
    for (const form of ['create', 'update', 'overrides'] as const) {
      const name = schemaName(entity, form)
      // Overrides of a copy are written as an update.
      const written = form === 'create' ? 'create' : 'update'
      const example = schemas[name] && inputExample(entity, written, schemas[name], schemas)
      if (example === undefined) continue
      const shown = isMembers(example) ? withTargets(example, entity.fields, idOf) : example
      completed[name] = { ...schemas[name], examples: [shown] }
    }
  }
  return completed
}

function tellable(members: ExampleMembers, fields: readonly FieldNode[], form: Form, isWhole: boolean): ExampleMembers {
  const kept = fields.flatMap((node) => {
    const value = members[node.name]
    if (value === undefined || ((isUntold(node, form) || !isTaken(value, node)) && !(isWhole && node.required)))
      return []
    return [[node.name, tellableValue(value, node, form, isWhole)] as const]
  })
  return Object.fromEntries(kept)
}

function tellableValue(value: unknown, node: FieldNode, form: Form, isWhole: boolean): unknown {
  return node.structure === 'group'
    ? mapMembers(value, node, (members, fields) => tellable(members, fields, form, isWhole))
    : mapMembers(value, node, (row, fields) => newRow(row, fields, form))
}

/** Maps the objects of fields in an example; leaves out rows without a result. */
function mapMembers(
  value: unknown,
  { structure, fields, blocks }: FieldNode,
  map: (members: ExampleMembers, fields: readonly FieldNode[]) => ExampleMembers | undefined,
): unknown {
  switch (structure) {
    case 'group':
      return isMembers(value) ? map(value, fields) : value
    case 'rows':
      return rowsOf(value).flatMap((row) => map(row, fields) ?? [])
    case 'blocks':
      return rowsOf(value).flatMap((row) => map(row, blocks[String(row['blockType'])] ?? []) ?? [])
    case 'value':
    case 'computed':
      return value
  }
}

/** A new row has all required values and no `id`. If a required value cannot be guessed, there is no row. */
function newRow(row: ExampleMembers, fields: readonly FieldNode[], form: Form): ExampleMembers | undefined {
  if (fields.some((node) => node.required && isUntold(node, form))) return undefined
  const { blockType } = row
  return { ...(blockType !== undefined && { blockType }), ...tellable(row, fields, form, true) }
}

function isUntold({ targets, options }: FieldNode, form: Form): boolean {
  const isTheirs = options.access?.[form] !== undefined || options.validate !== undefined
  return targets.length > 0 || options.unique === true || isTheirs
}

/** Whether the field's own validation accepts the value: a schema cannot express all of it. */
function isTaken(value: unknown, field: FieldNode): boolean {
  if (field.structure !== 'value' || value === null) return true
  return (field.many && Array.isArray(value) ? value : [value]).every(
    (one) => field.check(one as JsonValue).length === 0,
  )
}

function rowsOf(value: unknown): ExampleMembers[] {
  return Array.isArray(value) ? value.filter(isMembers) : []
}

function isMembers(value: unknown): value is ExampleMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
