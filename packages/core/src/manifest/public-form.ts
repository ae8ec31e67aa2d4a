import type { Entity, Manifest } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { asJson } from './as-json.ts'
import { publicDefault } from './public-default.ts'

/**
 * The manifest behind `GET /api/schema`: fields and capabilities for everybody to read (http-api.md, Resource kinds). It is put
 * together from what may be told, never by taking away what may not: no functions, rules, hooks, validators, secrets or hidden fields.
 */
export function publicManifest(manifest: Manifest): JsonObject {
  const { collections, globals, localization } = manifest
  return {
    collections: mapValues(collections, publicEntity),
    globals: mapValues(globals, publicEntity),
    localization: asJson(localization) ?? null,
  }
}

function publicEntity(entity: Entity): JsonObject {
  const { slug, label, description, localized, features } = entity
  return {
    slug,
    label,
    description,
    localized,
    features: [...features],
    operations: Object.keys(entity.operations),
    bulkActions: Object.keys(entity.bulk),
    systemFields: entity.systemFields.map(({ name, schema, operators }) => ({
      name,
      schema: asJson(schema) ?? {},
      operators: [...operators],
    })),
    fields: publicFields(entity.fields),
  }
}

function publicFields(fields: readonly FieldNode[]): JsonObject[] {
  const visible = fields.filter((node) => !node.hidden)
  const hidden = new Set(fields.filter((node) => node.hidden).map((node) => node.name))
  return visible.map((node) => ({ ...typeOptions(node, hidden), ...commonOptions(node) }))
}

/** What the field's type tells of its own options. A field that is hidden is not named by those beside it either. */
function typeOptions(node: FieldNode, hidden: ReadonlySet<string>): JsonObject {
  const { from, ...options } = node.type.manifest(node.options)
  const isTold = from !== undefined && !(typeof from === 'string' && hidden.has(from))
  return asJson(isTold ? { ...options, from } : options) as JsonObject
}

function commonOptions(node: FieldNode): JsonObject {
  const { unique, index, label, description, admin } = node.options
  const preset = publicDefault(node)
  const presentation = asJson(admin)
  return {
    name: node.name,
    path: node.path,
    type: node.type.name,
    structure: node.structure,
    label: label ?? null,
    description: description ?? null,
    required: node.required,
    unique: unique === true,
    index: index === true,
    localized: node.localized,
    many: node.many,
    readOnly: node.readOnly,
    sortable: node.sortable,
    operators: [...node.operators],
    ...(preset !== undefined && { default: preset }),
    ...(presentation !== undefined && { admin: presentation }),
    ...((node.structure === 'group' || node.structure === 'rows') && { fields: publicFields(node.fields) }),
    ...(node.structure === 'blocks' && {
      blocks: mapValues(node.blocks, (fields) => ({ fields: publicFields(fields) })),
    }),
  }
}

function mapValues<Value>(object: Readonly<Record<string, Value>>, map: (value: Value) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
