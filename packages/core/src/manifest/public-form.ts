import type { Entity, Manifest } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import { wayTo } from '../content/field-tree.ts'
import { mapValues } from '../content/json-object.ts'
import { asJson, publicDefault } from './public-default.ts'
import type { PublicEntity, PublicField, PublicManifest } from './public-manifest.ts'

/**
 * Builds the manifest of `GET /api/schema`: fields and capabilities, public for all clients
 * (docs/contract/access.md#the-manifest). It copies what may be published, instead of removing what may not: so it
 * contains no functions, rules, hooks, validators, secrets or hidden fields.
 */
export function publicManifest(manifest: Manifest): PublicManifest {
  const { collections, globals, service, localization, admins } = manifest
  const told = (entity: Entity) => publicEntity(entity, collections)
  return {
    collections: mapValues(collections, told),
    globals: mapValues(globals, told),
    operations: Object.keys(service.operations),
    localization: (asJson(localization) ?? null) as PublicManifest['localization'],
    admin: { users: admins },
  }
}

type Collections = Manifest['collections']

function publicEntity(entity: Entity, collections: Collections): PublicEntity {
  const { slug, label, description, localized, addedParameters } = entity
  const presentation = asJson(entity.presentation)
  return {
    slug,
    label,
    description,
    localized,
    operations: Object.keys(entity.operations),
    bulkActions: Object.keys(entity.bulk),
    parameters: [...addedParameters],
    systemFields: entity.systemFields.map(({ name, schema, operators }) => ({
      name,
      schema: (asJson(schema) ?? {}) as JsonObject,
      operators: [...operators],
      sortable: true,
    })),
    fields: publicFields(entity.fields, collections),
    ...publicOrder(entity),
    ...publicLimits(entity),
    ...entity.descriptions,
    // The configuration check has validated these members; the admin app ignores others.
    ...(presentation && { admin: presentation as NonNullable<PublicEntity['admin']> }),
  }
}

/** Omits an order that names a hidden field, or one of another collection. */
function publicOrder({ defaultSort, fields, systemFields }: Entity): Pick<PublicEntity, 'defaultSort'> {
  if (defaultSort === null) return {}
  const paths = [defaultSort].flat()
  const isTold = (path: string) => systemFields.some(({ name }) => name === path) || isVisible(fields, path)
  return paths.every((path) => isTold(path.replace(/^-/, ''))) ? { defaultSort: paths } : {}
}

function publicLimits({ operations }: Entity): Pick<PublicEntity, 'upload'> {
  const body = operations['create']?.body
  if (body?.kind !== 'multipart') return {}
  const { maxFileSize, mimeTypes } = body
  const { w, format } = operations['readFile']?.querySchemas ?? {}
  const images = w && format && { widths: choicesOf(w.schema), formats: choicesOf(format.schema) }
  return {
    upload: {
      maxFileSize,
      mimeTypes: mimeTypes && [...mimeTypes],
      ...(images && { images: images as NonNullable<NonNullable<PublicEntity['upload']>['images']> }),
    },
  }
}

function choicesOf({ enum: choices }: JsonSchema): readonly unknown[] {
  return Array.isArray(choices) ? (choices as readonly unknown[]) : []
}

function publicFields(fields: readonly FieldNode[], collections: Collections): PublicField[] {
  const visible = fields.filter((node) => !node.hidden && !node.onRequest)
  return visible.map((node) => ({ ...typeOptions(node, fields, collections), ...commonOptions(node, collections) }))
}

/** The public options of a field, as its type defines them, except names of hidden fields. */
function typeOptions(node: FieldNode, siblings: readonly FieldNode[], collections: Collections): JsonObject {
  const { from, on, ...options } = node.type.manifest(node.options)
  const named: JsonObject = {}
  if (typeof from === 'string' && siblings.some(({ name, hidden }) => name === from && !hidden)) named['from'] = from
  if (typeof on === 'string' && isVisible(farFields(node, collections), on)) named['on'] = on
  return { ...(asJson(options) as JsonObject), ...named }
}

function farFields({ join }: FieldNode, collections: Collections): readonly FieldNode[] {
  return join ? (collections[join.collection]?.fields ?? []) : []
}

function isVisible(fields: readonly FieldNode[], path: string): boolean {
  const way = wayTo(fields, path)
  return way.length > 0 && way.every((node) => !node.hidden)
}

function commonOptions(node: FieldNode, collections: Collections): PublicField {
  const { required, unique, index, label, description, admin } = node.options
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
    ...(required === true && !node.required && { requiredIfShown: true as const }),
    unique: unique === true,
    index: index === true,
    localized: node.localized,
    many: node.many,
    readOnly: node.readOnly,
    sortable: node.sortable,
    // A join through a hidden relationship cannot be queried either.
    operators: !node.join || isVisible(farFields(node, collections), node.join.on) ? [...node.operators] : [],
    ...(Object.keys(node.parts).length > 0 && { parts: publicParts(node) }),
    ...(preset !== undefined && { default: preset }),
    ...(presentation !== undefined && { admin: presentation as NonNullable<PublicField['admin']> }),
    ...((node.structure === 'group' || node.structure === 'rows') && {
      fields: publicFields(node.fields, collections),
    }),
    ...(Object.keys(node.blocks).length > 0 && {
      blocks: publicBlocks(node, collections),
    }),
  }
}

function publicBlocks(node: FieldNode, collections: Collections): NonNullable<PublicField['blocks']> {
  const definitions = node.type.blocks(node.options) ?? {}
  return Object.fromEntries(
    Object.entries(node.blocks).map(([name, fields]) => {
      const { label, admin } = definitions[name] ?? {}
      const told = { ...(label !== undefined && { label }), ...(admin && { admin: { ...admin } }) }
      const inside = publicFields(fields, collections)
      // Paths end at a text; its blocks can't be queried.
      return [name, { ...told, fields: node.structure === 'value' ? inside.map(unasked) : inside }]
    }),
  )
}

function unasked({ fields, blocks, parts: _, ...field }: PublicField): PublicField {
  return {
    ...field,
    operators: [],
    sortable: false,
    ...(fields && { fields: fields.map(unasked) }),
    ...(blocks && { blocks: mapValues(blocks, (block) => ({ ...block, fields: block.fields.map(unasked) })) }),
  }
}

function publicParts({ parts }: FieldNode): NonNullable<PublicField['parts']> {
  return mapValues(parts, ({ reading, operators, sortable }) => ({
    type: reading.gives,
    operators: [...operators],
    sortable,
  }))
}
