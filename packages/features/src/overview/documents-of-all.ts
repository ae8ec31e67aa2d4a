import {
  answersValue,
  anyCaller,
  type Call,
  type Entity,
  type FieldNode,
  invalidQuery,
  isObject,
  type Issue,
  type JsonObject,
  type JsonValue,
  type Operation,
  type OperationInput,
  type Parameter,
  requestedPage,
} from '@quirecms/core/feature'
import { askCollection, takenBy } from './ask-each-collection.ts'
import {
  ONE_LANGUAGE,
  refuseWrong,
  requestedCollections,
  requestedLanguage,
  unknownCollection,
} from './asked-collections.ts'
import { DOCUMENTS_SCHEMA } from './overview-api.ts'
import { namingFieldOf } from './title-field.ts'

const MOST_IDS = 100

export const idsParameter: Parameter = {
  name: 'ids',
  spellings: ['ids'],
  description: `Returns only these documents: \`posts/ID,pages/ID\`: up to ${MOST_IDS}. Omits deleted documents and those that you may not read.`,
  encoding: 'text',
  schema: { type: 'string' },
}

const STATES = ['draft', 'published'] as const

export const statusParameter: Parameter = {
  name: 'status',
  spellings: ['status'],
  description:
    'Returns only documents whose newest content is a `draft`, or `published`. Omits collections without drafts.',
  encoding: 'text',
  schema: { type: 'string', enum: [...STATES] },
}

export function documentsOfAll(copies: readonly string[]): Operation<Call> {
  return answersValue({
    name: 'documentsOfAll',
    summary: 'List recently changed documents of all collections',
    description:
      'Documents that you may read, with their titles, most recently changed first. Omits collections that you may not list.',
    endpoint: { method: 'GET', path: '/documents' },
    local: { method: 'documents', args: [], on: 'application' },
    parameters: [
      'collections',
      'ids',
      'limit',
      'locale',
      'fallbackLocale',
      ...(copies.length > 0 ? ['status'] : []),
      ...copies,
    ],
    querySchemas: { ...ONE_LANGUAGE, status: statusParameter },
    answer: { kind: 'value', status: 200, schema: DOCUMENTS_SCHEMA },
    async checkQuery(call) {
      refuseWrong(call, [askedCollections, requestedIds, requestedLanguage])
    },
    authorize: anyCaller,
    inEveryScope: true,
    async answers({ call }) {
      requestedLanguage(call)
      const asked = { collections: askedCollections(call), ids: requestedIds(call), status: requestedStatus(call) }
      return { results: await newestDocuments(call, { ...asked, limit: requestedPage(call).limit }) }
    },
  })
}

interface Question {
  readonly collections: readonly Entity<Call>[]
  /** Limits the answer to these documents, by collection. */
  readonly ids?: ReadonlyMap<string, readonly string[]> | null
  readonly status?: (typeof STATES)[number] | undefined
  readonly limit: number
}

/** The most recently changed first. */
export async function newestDocuments(
  call: Call,
  { collections, ids, status, limit }: Question,
): Promise<ListedDocument[]> {
  const found: ListedDocument[] = []
  for (const entity of collections) {
    if (ids && !ids.has(entity.slug)) continue
    if (status !== undefined && !hasState(entity)) continue
    const where = {
      ...(ids && { id: { in: [...(ids.get(entity.slug) ?? [])] } }),
      ...(status !== undefined && { _status: { equals: status } }),
    }
    found.push(...(await newestIn(call, entity, where, limit)))
  }
  return found.toSorted(newestFirst).slice(0, limit)
}

interface ListedDocument extends JsonObject {
  id: string
  updatedAt: string
}

/** Stored timestamps sort as text. */
function newestFirst(one: ListedDocument, other: ListedDocument): number {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt < other.updatedAt ? 1 : -1
  return one.id < other.id ? 1 : -1
}

export function askedCollections(call: Call): readonly Entity<Call>[] {
  return requestedCollections(call, Object.values(call.runtime.manifest.collections), '')
}

function requestedIds({
  input: { query },
  runtime: { manifest },
}: Call): ReadonlyMap<string, readonly string[]> | null {
  const { ids } = query
  if (ids === undefined) return null
  const named = (ids as string).split(',').map((one) => one.trim())
  const issues: Issue[] = []
  const byCollection = new Map<string, string[]>()
  if (named.length > MOST_IDS) issues.push({ code: 'max', path: 'ids', message: `Name at most ${MOST_IDS} documents.` })
  for (const one of named) {
    const [slug = '', id = '', ...rest] = one.split('/')
    if (slug === '' || id === '' || rest.length > 0)
      issues.push({ code: 'format', path: 'ids', message: `Name documents as collection/id, not "${one}".` })
    else if (!Object.hasOwn(manifest.collections, slug)) issues.push(unknownCollection('ids', slug, ''))
    else byCollection.set(slug, [...(byCollection.get(slug) ?? []), id])
  }
  if (issues.length > 0) throw invalidQuery(issues)
  return byCollection
}

function requestedStatus({ input: { query } }: Call): (typeof STATES)[number] | undefined {
  return STATES.find((one) => one === query['status'])
}

async function newestIn(call: Call, entity: Entity<Call>, where: JsonObject, limit: number): Promise<ListedDocument[]> {
  const title = namingFieldOf(entity)?.name
  const author = entity.fields.find(({ name }) => name === AUTHOR)
  const select = {
    updatedAt: true,
    ...(title !== undefined && { [title]: true }),
    ...(author && { [AUTHOR]: true }),
    ...(hasState(entity) && { _status: true, _publishedRevision: true }),
  }
  const asked: OperationInput['query'] = {
    ...takenBy(entity, 'list', call.input.query),
    ...(Object.keys(where).length > 0 && { where }),
    sort: ['-updatedAt'],
    select,
    limit,
  }
  const answer = await askCollection(call, entity, 'list', asked, { withoutTotal: true })
  const docs = answer?.kind === 'list' ? answer.docs.map(({ value }) => value) : []
  return docs.map((doc) => {
    const { id, updatedAt, _status, _publishedRevision } = doc
    return {
      collection: entity.slug,
      id: id as string,
      title: (title !== undefined && textOf(doc[title])) || null,
      updatedAt: updatedAt as string,
      ...(author && doc[AUTHOR] !== undefined && { [AUTHOR]: userOf(doc[AUTHOR], author) }),
      ...(_status !== undefined && { _status }),
      ...(_publishedRevision !== undefined && { _publishedRevision }),
    }
  })
}

const AUTHOR = 'updatedBy'

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** A relationship to several collections stores which one it is. */
function userOf(value: JsonValue, { targets }: FieldNode): JsonObject | null {
  if (typeof value === 'string') return { collection: targets[0] ?? '', id: value }
  return isObject(value) ? { collection: value['relationTo'] ?? '', id: value['value'] ?? '' } : null
}

function hasState({ systemFields }: Entity<Call>): boolean {
  return systemFields.some(({ name }) => name === '_status')
}
