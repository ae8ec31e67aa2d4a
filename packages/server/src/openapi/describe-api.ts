import { type Entity, type JsonObject, type JsonSchema, type Manifest, textIn } from '@quirecms/core'
import { headerComponents, NOT_MODIFIED } from './answer-headers.ts'
import { withCacheTags } from './cache-tag-header.ts'
import { entityComponents } from './entity-components.ts'
import { errorComponents } from './error-components.ts'
import { withCodeSamples } from './code-samples.ts'
import { EXAMPLE_ID, exampleId, exampleOf, withExamples } from './examples.ts'
import { ACCOUNT_TAG, operationPaths, tagOf, tagOfOperation } from './operation-paths.ts'
import { withInputExamples } from './input-examples.ts'
import { reachableSchemas, schemaReference } from './component-names.ts'
import { parameterComponents, querySchemas } from './query-parameters.ts'
import { inReadingOrder, readingRank } from './reading-order.ts'
import { richTextSchemas } from './rich-text-node.ts'
import { routePaths } from './route-paths.ts'
import { security } from './security.ts'
import { SERVICE_TAG, servicePaths, serviceSchemas } from './service-paths.ts'

export interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly description?: string | undefined
  /** An SPDX expression, as in `package.json`. */
  readonly license?: string | undefined
}

export interface ApiDescriptionRequest {
  readonly manifest: Manifest
  /** The application's name and version (docs/contract/openapi.md#versions). */
  readonly info: ApiInfo
  readonly quireVersion: string
  readonly cacheTagHeader?: string | undefined
}

/**
 * Generates the OpenAPI 3.1 document of an application. It is derived from the manifest alone, so it matches what is
 * served.
 *
 * @example
 * describeApi({ manifest, info: { title: 'My blog', version: '1.0.0' }, quireVersion: '0.1.0' })
 */
export function describeApi({ manifest, info, quireVersion, cacheTagHeader }: ApiDescriptionRequest): JsonObject {
  const entities = [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
  const documents = entities.map((entity) => entityComponents(entity, manifest))
  const operations = operationPaths(manifest)
  const errors = errorComponents()
  const { schemes, requirements } = security(manifest)
  const tags = describeTags(manifest, entities)
  const parts = [operations.paths, routePaths(manifest.routes), servicePaths()]
  const merged = mergePaths(...parts) as Record<string, Record<string, JsonSchema>>
  const ordered = inReadingOrder(merged, tags, ({ operationId }, path) =>
    readingRank(operations.calls.get(String(operationId))?.name ?? '', path),
  )
  const shared = sorted(
    Object.assign({ NotModified: NOT_MODIFIED }, ...documents.map((one) => one.responses), errors.responses) as Record<
      string,
      JsonSchema
    >,
  )
  const { paths, responses, headers } = withCacheTags(cacheTagHeader, manifest, { paths: ordered, responses: shared })
  const parameters = sorted(parameterComponents(manifest))
  const schemas = withInputExamples(
    entities,
    Object.assign(
      {},
      ...documents.map((one) => one.schemas),
      operations.schemas,
      { Pagination: PAGINATION, CursorPagination: CURSOR_PAGINATION },
      richTextSchemas(),
      querySchemas(),
      serviceSchemas(),
      errors.schemas,
    ) as Record<string, JsonSchema>,
  )
  const description = {
    openapi: '3.1.1',
    info: describeInfo(info),
    'x-quire-version': quireVersion,
    servers: [{ url: '/' }],
    ...requirements,
    tags,
    'x-tagGroups': tagGroups(entities, tags),
    paths: withCodeSamples(withExamples(paths, schemas), operations.calls, {
      resolve: (one) =>
        typeof one['$ref'] === 'string' ? (parameters[one['$ref'].split('/').at(-1) ?? ''] ?? {}) : one,
      exampleOf: (schema) => exampleOf(schema, schemas),
      hasKeys: 'apiKey' in (schemes.securitySchemes ?? {}),
      idOf: (tag) => {
        const id = tags.find(({ name }) => name === tag)?.['x-example-id']
        return typeof id === 'string' ? id : EXAMPLE_ID
      },
    }),
    components: {
      schemas: sorted(reachableSchemas(schemas, { paths, responses, parameters })),
      responses: withExamples(responses, schemas),
      parameters,
      headers: sorted({ ...headerComponents(paths, responses), ...headers }),
      ...schemes,
    },
  }
  // Schemas come from field types and from the application's options. This turns them into plain JSON that shares no
  // object with them.
  return JSON.parse(JSON.stringify(description)) as JsonObject
}

function describeInfo({ title, version, description, license = 'UNLICENSED' }: ApiInfo): JsonSchema {
  // Without a licence, all rights are reserved, as in npm.
  const name = license === 'UNLICENSED' ? 'All rights reserved' : license
  return {
    title,
    version,
    ...(description !== undefined && { description }),
    license: { name, identifier: license },
  }
}

/** Groups of tags in the format of Redoc (`x-tagGroups`). */
function tagGroups(entities: readonly Entity[], tags: readonly JsonSchema[]): JsonSchema[] {
  const of = (kind: Entity['kind']) => entities.filter((one) => one.kind === kind).map(tagOf)
  const known = new Set(entities.map(tagOf))
  const others = tags.map(({ name }) => String(name)).filter((name) => !known.has(name))
  const groups = { Collections: of('collection'), Globals: of('global'), More: others }
  return Object.entries(groups).flatMap(([name, members]) => (members.length > 0 ? [{ name, tags: members }] : []))
}

function describeTags(manifest: Manifest, entities: readonly Entity[]): JsonSchema[] {
  const hasAccounts = tagsOfService(manifest).includes(ACCOUNT_TAG)
  return [
    ...entities.map((entity, index) => describeTag(entity, index)),
    ...routeGroups(manifest, entities).map((name) => ({ name, description: `Routes of \`${name}\`.` })),
    ...(hasAccounts ? [{ name: ACCOUNT_TAG, description: 'The account of the signed-in user.' }] : []),
    { name: SERVICE_TAG, description: 'The application as a whole.' },
  ]
}

/**
 * Sorts by name, so that two descriptions can be compared line by line. Properties of documents keep the order of the
 * configuration.
 */
function sorted(components: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function routeGroups(manifest: Manifest, entities: readonly Entity[]): string[] {
  const known = new Set([...entities.map(tagOf), ACCOUNT_TAG, SERVICE_TAG])
  const groups = [...manifest.routes.map(({ group }) => group), ...tagsOfService(manifest)]
  return [...new Set(groups)].filter((group) => !known.has(group))
}

function tagsOfService({ service }: Manifest): string[] {
  return Object.values(service.operations).map((operation) => tagOfOperation(service, operation))
}

/** The application may add methods to a path of the framework. */
function mergePaths(...parts: readonly Readonly<Record<string, JsonSchema>>[]): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {}
  for (const part of parts) {
    for (const [path, item] of Object.entries(part)) paths[path] = { ...paths[path], ...item }
  }
  return paths
}

/** Returns the application's label, or a readable form of the slug: `blog-posts` → "Blog posts". */
function displayName({ slug, label }: Entity): string {
  if (label !== slug) return textIn(label)
  const words = slug.replaceAll(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function describeTag(entity: Entity, index: number): JsonSchema {
  const { kind, slug, label, description } = entity
  const parts = [label === slug ? null : label, description].filter((part) => part !== null)
  const text = parts.map((part) => textIn(part)).join(': ')
  return {
    name: tagOf(entity),
    'x-displayName': displayName(entity),
    description: text === '' ? `The ${kind} \`${slug}\`.` : text,
    ...(kind === 'collection' && { 'x-example-id': exampleId(index) }),
  }
}

const COUNT: JsonSchema = { type: 'integer', minimum: 0 }
const PAGE_OR_NULL: JsonSchema = { type: ['integer', 'null'], minimum: 1 }

/** docs/contract/querying.md#cursors */
const CURSOR_PAGINATION: JsonSchema = {
  type: 'object',
  description: '`pagination` of a list with `after`.',
  required: ['limit', 'hasNextPage', 'nextCursor'],
  properties: {
    limit: { type: 'integer', minimum: 1 },
    hasNextPage: { type: 'boolean' },
    nextCursor: { type: ['string', 'null'] },
  },
}

/** docs/contract/querying.md#pagination */
const PAGINATION: JsonSchema = {
  type: 'object',
  'x-quire-forms': { after: { $ref: schemaReference('CursorPagination') } },
  required: ['page', 'limit', 'totalDocs', 'totalPages', 'hasNextPage', 'hasPrevPage', 'nextPage', 'prevPage'],
  properties: {
    page: { type: 'integer', minimum: 1 },
    limit: { type: 'integer', minimum: 1 },
    totalDocs: COUNT,
    totalPages: COUNT,
    hasNextPage: { type: 'boolean' },
    hasPrevPage: { type: 'boolean' },
    nextPage: PAGE_OR_NULL,
    prevPage: PAGE_OR_NULL,
  },
}
