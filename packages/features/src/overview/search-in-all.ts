import {
  answersValue,
  anyCaller,
  type Call,
  type Entity,
  foldCase,
  invalidQuery,
  type JsonObject,
  type Operation,
  type OperationInput,
  type Parameter,
  QuireError,
  requestedPage,
} from '@quirecms/core/feature'
import { requestedCollections, requestedLanguage, refuseWrong } from './asked-collections.ts'
import { askCollection, takenBy } from './ask-each-collection.ts'
import { FOUND_SCHEMA } from './overview-api.ts'
import { namingFieldOf, titleFieldOf } from './title-field.ts'

/** Limit of the search words, in characters. */
const LONGEST = 200

export const wordsParameter: Parameter = {
  name: 'q',
  spellings: ['q'],
  description: 'The search words.',
  encoding: 'text',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: LONGEST },
}

export function searchInAll(copies: readonly string[]): Operation<Call> {
  return answersValue({
    name: 'searchInAll',
    summary: 'Search all collections',
    description:
      'Uses full-text search in collections with `search`, and titles in others. Documents whose title equals the search words come first, then titles that begin with them, then the rest.',
    endpoint: { method: 'GET', path: '/search' },
    local: { method: 'search', args: [], on: 'application' },
    parameters: ['q', 'collections', 'limit', 'locale', 'fallbackLocale', ...copies],
    querySchemas: {
      locale: {
        description: 'The locale of the search and of the titles: one locale, not `all`.',
        schema: { type: 'string', not: { enum: ['all', '*'] } },
      },
    },
    answer: { kind: 'value', status: 200, schema: FOUND_SCHEMA },
    async checkQuery(call) {
      refuseWrong(call, [requestedWords, searchedCollections, requestedLanguage])
    },
    authorize: anyCaller,
    inEveryScope: true,
    async answers({ call }) {
      const words = requestedWords(call)
      const { limit } = requestedPage(call)
      requestedLanguage(call)
      const found: RankedResult[] = []
      for (const entity of searchedCollections(call)) found.push(...(await searchIn(call, entity, words, limit)))
      const results = found.toSorted(inOrder).slice(0, limit)
      return { results: results.map(({ result }) => result) }
    },
  })
}

interface RankedResult {
  readonly result: JsonObject
  /** Quality of the match with the title; 0 is best. */
  readonly fit: number
  /** Position among the results of its collection. */
  readonly place: number
}

/** For equal matches, collections alternate: the best result of each comes before the second of any. */
function inOrder(one: RankedResult, other: RankedResult): number {
  return one.fit - other.fit || one.place - other.place
}

function requestedWords({ input: { query } }: Call): string {
  const words = String(query['q']).trim()
  if (words !== '') return words
  throw invalidQuery([{ code: 'required', path: 'q', message: 'Send the search words in "q".' }])
}

/** Collections with full-text search or a title field. */
function searchedCollections(call: Call): readonly Entity<Call>[] {
  const all = Object.values(call.runtime.manifest.collections)
  const searchable = all.filter((entity) => entity.rank || titleFieldOf(entity))
  return requestedCollections(call, searchable, ' that can be searched')
}

async function searchIn(
  call: Call,
  entity: Entity<Call>,
  words: string,
  limit: number,
): Promise<readonly RankedResult[]> {
  const title = titleFieldOf(entity)?.name
  // Some files have no title, but each has a name.
  const naming = title === undefined ? undefined : namingFieldOf(entity)?.name
  const select = {
    updatedAt: true,
    ...(title && { [title]: true }),
    ...(naming && { [naming]: true }),
    ...(hasState(entity) && { _status: true }),
  }
  const asked = { ...takenBy(entity, 'list', call.input.query), select, limit }
  const titled = title === undefined ? [] : await namedExactly(call, entity, asked, title, words)
  const rest = entity.rank
    ? await listDocuments(call, entity, { ...asked, search: words })
    : await byTitle(call, entity, asked, { [String(title)]: { like: words } })
  const unique = new Map([...titled, ...rest].map((doc) => [doc['id'], doc]))
  return [...unique.values()].map((doc, place) => {
    const name = title === undefined ? null : (doc[title] ?? null)
    const shown = name ?? (naming === undefined ? null : (doc[naming] ?? null))
    const { id = null, updatedAt = null, _status } = doc
    const result = { collection: entity.slug, id, title: shown, updatedAt, ...(_status !== undefined && { _status }) }
    return { result, fit: fitOf(name, words), place }
  })
}

/** Titles that begin and end with the words: these include titles equal to the words, ignoring case. */
function namedExactly(
  call: Call,
  entity: Entity<Call>,
  asked: OperationInput['query'],
  title: string,
  words: string,
): Promise<readonly JsonObject[]> {
  return byTitle(call, entity, asked, { [title]: { starts_with: words, ends_with: words } })
}

/** A caller who may not read the title finds no documents by it. */
async function byTitle(
  call: Call,
  entity: Entity<Call>,
  asked: OperationInput['query'],
  where: JsonObject,
): Promise<readonly JsonObject[]> {
  try {
    return await listDocuments(call, entity, { ...asked, where })
  } catch (error) {
    const isAboutTitle =
      error instanceof QuireError && error.issues?.every(({ path }) => path.startsWith('where')) === true
    if (isAboutTitle) return []
    throw error
  }
}

async function listDocuments(
  call: Call,
  entity: Entity<Call>,
  query: OperationInput['query'],
): Promise<readonly JsonObject[]> {
  const answer = await askCollection(call, entity, 'list', query).catch((error: unknown) => {
    throw asAsked(error)
  })
  return answer?.kind === 'list' ? answer.docs.map(({ value }) => value) : []
}

/** Report issues of the list's `search` as issues of `q`. */
function asAsked(error: unknown): unknown {
  if (!(error instanceof QuireError) || error.code !== 'invalid_query') return error
  const issues = error.issues?.map((issue) => (issue.path === 'search' ? { ...issue, path: 'q' } : issue))
  return new QuireError(error.code, error.message, { ...(issues && { issues }), cause: error })
}

function hasState({ systemFields }: Entity<Call>): boolean {
  return systemFields.some(({ name }) => name === '_status')
}

function fitOf(title: unknown, words: string): number {
  if (typeof title !== 'string') return 3
  const [name, asked] = [foldCase(title), foldCase(words)]
  return name === asked ? 0 : name.startsWith(asked) ? 1 : name.includes(asked) ? 2 : 3
}
