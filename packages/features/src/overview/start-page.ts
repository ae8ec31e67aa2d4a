import {
  answersValue,
  anyCaller,
  type Call,
  contextForCall,
  execute,
  isObject,
  type JsonValue,
  type Operation,
  type Parameter,
  QuireError,
  requestedPage,
  type OperationInput,
} from '@quirecms/core/feature'
import { openAnywhere } from './access-to-all.ts'
import { ONE_LANGUAGE, refuseWrong, requestedLanguage } from './asked-collections.ts'
import { askedCollections, newestDocuments } from './documents-of-all.ts'
import { START_SCHEMA, COUNTS_SCHEMA } from './overview-api.ts'
import { plansOf } from './scheduled-in-all.ts'
import { askCollection, takenBy } from './ask-each-collection.ts'

/** Further documents in the preference are ignored. */
const MOST_KEPT = 20

/** The maximum of a list: a calendar shows all of them. */
const MOST_PLANNED = 100
const MOST_FAILED = 20

export const preferenceParameter: Parameter = {
  name: 'preference',
  spellings: ['preference'],
  description: `The key of your preference whose value lists documents, each with \`collection\` and \`id\`: the first ${MOST_KEPT} of them that you may read are returned as \`kept\`.`,
  encoding: 'text',
  schema: { type: 'string', maxLength: 128 },
}

/**
 * Returns the content of a start page in one call; separate calls would take eight requests, some of them one after
 * the other.
 */
export function startPage(copies: readonly string[]): Operation<Call> {
  return answersValue({
    name: 'startPage',
    summary: 'Read the data of a start page',
    description:
      'Your rights, the number of documents, the documents in your preference, and documents that were changed, are drafts, were published, are scheduled, or failed. Each part equals the response of its own operation.',
    endpoint: { method: 'GET', path: '/start' },
    local: { method: 'startPage', args: [], on: 'application' },
    parameters: ['collections', 'preference', 'limit', 'locale', 'fallbackLocale', ...copies],
    querySchemas: ONE_LANGUAGE,
    answer: { kind: 'value', status: 200, schema: START_SCHEMA },
    async checkQuery(call) {
      refuseWrong(call, [askedCollections, requestedLanguage])
    },
    authorize: anyCaller,
    inEveryScope: true,
    async answers({ call }) {
      requestedLanguage(call)
      const { limit } = requestedPage(call)
      const collections = askedCollections(call)
      const kept = await keptDocuments(call)
      const { draft } = call.input.query
      return {
        access: await openAnywhere(call),
        counts: await countAll(call, draft === undefined ? {} : { draft }),
        kept,
        newest: kept.length > 0 ? [] : await newestDocuments(call, { collections, limit }),
        drafts: await newestDocuments(call, { collections, status: 'draft', limit }),
        published: await newestDocuments(call, { collections, status: 'published', limit }),
        planned: await plansOf(call, 'pending', MOST_PLANNED),
        failed: await plansOf(call, 'failed', MOST_FAILED),
      }
    },
  })
}

async function keptDocuments(call: Call) {
  const named = namedIn(await preferenceOf(call)).filter(({ collection }) =>
    Object.hasOwn(call.runtime.manifest.collections, collection),
  )
  if (named.length === 0) return []
  const byCollection = Map.groupBy(named, ({ collection }) => collection)
  const ids = new Map([...byCollection].map(([slug, those]) => [slug, those.map(({ id }) => id)]))
  const collections = Object.values(call.runtime.manifest.collections)
  const found = await newestDocuments(call, { collections, ids, limit: named.length })
  const place = (one: { id: string }) => named.findIndex(({ id }) => id === one.id)
  return found.toSorted((one, other) => place(one) - place(other))
}

/** Users may store any value in a preference. */
function namedIn(value: JsonValue | undefined): { collection: string; id: string }[] {
  const list = Array.isArray(value) ? value.slice(0, MOST_KEPT) : []
  return list.flatMap((one) => {
    if (!isObject(one)) return []
    const { collection, id } = one
    return typeof collection === 'string' && typeof id === 'string' ? [{ collection, id }] : []
  })
}

const NONE: readonly string[] = ['not_found', 'unauthenticated', 'forbidden']

/** Reads the preference through its own operation; undefined if there is none, or no user. */
async function preferenceOf(call: Call): Promise<JsonValue | undefined> {
  const { runtime, caller, input } = call
  const key = input.query['preference']
  const { service } = runtime.manifest
  if (typeof key !== 'string' || !service.operations['readPreference']) return undefined
  const own = { ...caller, context: contextForCall(runtime.storage, caller.context) }
  try {
    const answer = await execute(runtime, service, 'readPreference', { query: {}, params: { key } }, own)
    return answer.kind === 'value' ? answer.value['value'] : undefined
  } catch (error) {
    if (error instanceof QuireError && NONE.includes(error.code)) return undefined
    throw error
  }
}

export function countsOfAll(parameters: readonly string[]): Operation<Call> {
  return answersValue({
    name: 'countsOfAll',
    summary: 'Count the documents of all collections',
    description:
      'The total number of documents in the list of each collection. Omits collections that you may not list and, with `trash=true`, those without a trash.',
    endpoint: { method: 'GET', path: '/counts' },
    local: { method: 'counts', args: [], on: 'application' },
    parameters,
    answer: { kind: 'value', status: 200, schema: COUNTS_SCHEMA },
    authorize: anyCaller,
    inEveryScope: true,
    answers: async ({ call }) => ({ counts: await countAll(call, call.input.query) }),
  })
}

async function countAll(call: Call, query: OperationInput['query']): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [slug, entity] of Object.entries(call.runtime.manifest.collections)) {
    const taken = takenBy(entity, 'count', query)
    if (query['trash'] === true && !('trash' in taken)) continue
    const answer = await askCollection(call, entity, 'count', taken)
    if (answer?.kind === 'value') counts[slug] = Number(answer.value['count'])
  }
  return counts
}
