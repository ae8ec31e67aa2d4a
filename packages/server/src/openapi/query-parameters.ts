import {
  type Entity,
  type FieldNode,
  type JsonSchema,
  type Manifest,
  type OperationDescription,
  OPERANDS,
  OPERATOR_TABLE,
  OPERATORS,
  type Parameter,
} from '@quirecms/core'
import { pascalCase, schemaReference } from './component-names.ts'

export function parameterComponents(manifest: Manifest): Record<string, JsonSchema> {
  const taken = new Set(
    [...Object.values(manifest.collections), ...Object.values(manifest.globals), manifest.service].flatMap((entity) =>
      Object.values(entity.operations).flatMap(({ parameters, querySchemas: own = {} }) =>
        // A parameter with a special meaning in an operation is described there.
        parameters.filter((name) => !Object.hasOwn(own, name)),
      ),
    ),
  )
  const { joins, ...shared } = manifest.parameters
  const referred = Object.values(shared).filter((parameter) => taken.has(parameter.name))
  return {
    id: {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The id of the document.',
      schema: { type: 'string', format: 'uuid' },
    },
    'If-None-Match': {
      name: 'If-None-Match',
      in: 'header',
      description: '`ETag` values of your cached responses, or `*`. If nothing has changed, the answer is 304.',
      schema: { type: 'string' },
      example: '"3"',
    },
    'If-Match': {
      name: 'If-Match',
      in: 'header',
      description:
        'The revision that your change is based on, with or without quotes, or the `ETag` that you got. If another client has changed the document since, the answer is 409 `revision_conflict`.',
      schema: { type: 'string', pattern: '^(?:"[1-9][0-9]{0,14}(?:-[A-Za-z0-9_-]{1,64})?"|[1-9][0-9]{0,14})$' },
      example: '"3"',
    },
    ...Object.fromEntries(referred.map((parameter) => [nameOf(parameter), describeParameter(parameter, manifest)])),
    ...(joins && joinParameters(joins, manifest)),
  }
}

function joinParameters(joins: Parameter, manifest: Manifest): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.values(manifest.collections).flatMap((entity) => {
      const asked = joinParameter(entity)
      if (!asked) return []
      const { component, schema, example: shown } = asked
      return [[component, { ...describeParameter({ ...joins, schema }, manifest), example: JSON.stringify(shown) }]]
    }),
  )
}

export function operationParameters(
  { parameters, endpoint, ifMatch, headers = [], pathSchemas = {}, querySchemas: own = {} }: OperationDescription,
  entity: Entity,
  manifest: Manifest,
): JsonSchema[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    name === 'id' ? reference('id') : pathParameter(name, pathSchemas[name] ?? pathSchema(name, entity)),
  )
  const inQuery = parameters
    .flatMap((name) => manifest.parameters[name] ?? [])
    .flatMap((parameter): JsonSchema[] => {
      if (parameter.name === 'joins') {
        const asked = joinParameter(entity)
        return asked ? [reference(asked.component)] : []
      }
      const meant = own[parameter.name]
      return [meant ? describeParameter({ ...parameter, ...meant }, manifest) : reference(nameOf(parameter))]
    })
  // OpenAPI ignores parameters for Accept and two other headers.
  const described = headers.filter((name) => name !== 'accept')
  const inHeaders = described.map((name) => ({
    name,
    in: 'header',
    ...(MEANINGS[name] !== undefined && { description: MEANINGS[name] }),
    schema: { type: 'string' },
  }))
  return [...inPath, ...inQuery, ...(ifMatch ? [reference('If-Match')] : []), ...inHeaders]
}

/** Descriptions of path parameters and headers, if the operation has none. */
const MEANINGS: Readonly<Record<string, string>> = {
  commentId: 'The id of the comment.',
  field: 'The join to change.',
  jobId: 'The id of the scheduled action.',
  key: 'The name of the preference.',
  objectKey: 'The key of the file, as its document has it in `objectKey`.',
  revision: 'The number of the revision.',
  'x-bootstrap-token': 'If the service requires it: the token that permits creating the first user.',
}

function pathParameter(name: string, { description = MEANINGS[name], ...schema }: JsonSchema): JsonSchema {
  return { name, in: 'path', required: true, ...(description !== undefined && { description }), schema }
}

/** `{field}` is a writable join, `{revision}` a number; any other is a string that the operation checks. */
function pathSchema(name: string, { fields }: Entity): JsonSchema {
  if (name === 'revision') return { type: 'integer', minimum: 1 }
  const joins = name === 'field' ? writableJoins(fields) : []
  return joins.length > 0 ? { type: 'string', enum: joins } : { type: 'string', minLength: 1 }
}

function writableJoins(fields: readonly FieldNode[]): string[] {
  return fields
    .filter((node) => !node.hidden)
    .flatMap((node) => [...(node.join?.writable ? [node.path] : []), ...writableJoins(node.fields)])
}

/**
 * The query language of `where`, `select` and `populate` (docs/contract/querying.md), as far as all collections share
 * it.
 */
export function querySchemas(): Record<string, JsonSchema> {
  const where = { $ref: schemaReference('Where') }
  const many = { type: 'array', items: where }
  return {
    Where: {
      type: 'object',
      description:
        'Conditions by dotted path; all of them must hold. Paths go into groups, arrays and blocks (`sections.quote.text`) and through relationships and joins (`author.name`).',
      // Two schemas, because many languages have no type that is both a record and a map. The members of the first are
      // among the alternatives of the second.
      allOf: [
        { type: 'object', properties: { and: many, or: many, not: where } },
        {
          type: 'object',
          additionalProperties: { anyOf: [{ $ref: schemaReference('WhereCondition') }, where, many] },
        },
      ],
    },
    WhereCondition: {
      type: 'object',
      description: 'Conditions on the value. `GET /api/schema` lists the operators of each field.',
      properties: Object.fromEntries(
        OPERATORS.map((name) => [name, OPERANDS[OPERATOR_TABLE[name].takes].schema ?? where]),
      ),
      additionalProperties: false,
    },
    Populate: {
      type: 'object',
      description: 'Relationships and joins by path: true, or options for their documents. At most 5 levels.',
      additionalProperties: {
        anyOf: [
          { const: true },
          {
            type: 'object',
            properties: {
              select: { $ref: schemaReference('Select') },
              populate: { $ref: schemaReference('Populate') },
            },
            additionalProperties: false,
          },
        ],
      },
    },
    Select: {
      type: 'object',
      description:
        'Fields by name: either true (only these) or false (all but these), not both. For groups, arrays and blocks, you can also give a tree.',
      additionalProperties: { anyOf: [{ type: 'boolean' }, { $ref: schemaReference('Select') }] },
    },
  }
}

const COMPONENTS: Readonly<Record<string, string>> = { where: 'Where', select: 'Select', populate: 'Populate' }

/** Returns the schema of a value, if this document can be more precise than the parameter. */
function valueSchema({ name, schema }: Parameter, { localization }: Manifest): JsonSchema {
  const component = COMPONENTS[name]
  if (component !== undefined) return { $ref: schemaReference(component) }
  if (!localization) return schema
  const { locales, defaultLocale } = localization
  if (name === 'locale') return { ...schema, enum: [...locales, 'all', '*'], default: defaultLocale }
  const one = `(?:${locales.join('|')})`
  return name === 'fallbackLocale' ? { ...schema, pattern: `^(?:false|${one}(?:,${one})*)$` } : schema
}

/** Valid for every collection, because all share the parameter, and importers send examples unchanged. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  where: { createdAt: { greater_than: '2026-01-01T00:00:00.000Z' } },
  select: { id: true, updatedAt: true },
  populate: {},
  depth: 1,
  sort: ['-createdAt'],
  fallbackLocale: 'false',
  draft: false,
  search: 'hello',
  q: 'hello',
  field: 'createdAt',
}

/**
 * Describes JSON as the string that it is in a URL, with its content schema: generated clients refuse parameters with
 * `content`, and importers leave them empty.
 */
function describeParameter(parameter: Parameter, manifest: Manifest): JsonSchema {
  const { spellings, encoding, description, required } = parameter
  const schema = valueSchema(parameter, manifest)
  const aliases = spellings.slice(1).map((spelling) => `\`${spelling}\``)
  return {
    name: nameOf(parameter),
    in: 'query',
    ...(required && { required }),
    description: aliases.length > 0 ? `${description} Also spelled ${aliases.join(', ')}.` : description,
    schema:
      encoding === 'json' ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema } : schema,
    ...(encoding === 'texts' && { style: 'form', explode: true }),
    ...example(parameter),
  }
}

function example({ name, encoding }: Parameter): JsonSchema {
  if (!Object.hasOwn(EXAMPLES, name)) return {}
  return { example: encoding === 'json' ? JSON.stringify(EXAMPLES[name]) : EXAMPLES[name] }
}

function nameOf({ name, spellings }: Parameter): string {
  return spellings[0] ?? name
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/parameters/${name}` }
}

/** The `joins` parameter of a collection: its joins, and the most documents that each lists. */
export interface JoinParameter {
  readonly component: string
  readonly schema: JsonSchema
  readonly example: unknown
}

/** Returns the schema of `joins`; null if the collection has no visible join. */
function joinParameter({ slug, fields }: Pick<Entity, 'slug' | 'fields'>): JoinParameter | null {
  const joins = visibleJoins(fields)
  const [[path, most] = []] = joins
  if (path === undefined || most === undefined) return null
  return {
    component: `${pascalCase(slug)}Joins`,
    schema: {
      type: 'object',
      properties: Object.fromEntries(joins.map(([name, limit]) => [name, joinSchema(limit)])),
      additionalProperties: false,
    },
    example: { [path]: { limit: Math.min(5, most), sort: '-createdAt' } },
  }
}

function visibleJoins(fields: readonly FieldNode[]): [path: string, limit: number][] {
  return fields
    .filter((node) => !node.hidden)
    .flatMap((node) => (node.join ? [[node.path, node.join.limit]] : visibleJoins(node.fields)))
}

function joinSchema(limit: number): JsonSchema {
  return {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: limit, default: limit },
      sort: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 10 }] },
      where: { $ref: schemaReference('Where') },
    },
    additionalProperties: false,
  }
}
