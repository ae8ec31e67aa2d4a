import {
  type Call,
  type Entity,
  invalidQuery,
  type Issue,
  type JsonObject,
  ownerOf,
  type Parameter,
  parseSelect,
  QueryProblems,
  quoted,
} from '@quirecms/core/feature'
import { MOST_CHANGES } from './change-schema.ts'

const DEFAULT_LIMIT = 100

export const globalsParameter: Parameter = {
  name: 'globals',
  spellings: ['globals'],
  description: 'Returns only changes of these globals, separated by commas, and those of `collections`, if given.',
  encoding: 'text',
  schema: { type: 'string' },
  inProcess: { type: ['string', 'array'], items: { type: 'string' } },
}

export const liveParameter: Parameter = {
  name: 'live',
  spellings: ['live'],
  description: 'With `true`, returns only changes of public content, and documents as anonymous callers see them.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
}

export const documentsParameter: Parameter = {
  name: 'documents',
  spellings: ['documents'],
  description: 'With `true`, each change contains the current document in `doc`, as you may read it.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
}

export const HERE = {
  collections: {
    description:
      'Returns only changes of documents in these collections, separated by commas, and those of `globals`, if given.',
    schema: { type: 'string' },
  },
  after: {
    description:
      'A cursor: the `next` of the last response, or the `id` of a change. Empty (`after=`) starts with the oldest stored change. Without it, the feed starts now.',
    schema: { type: 'string' },
  },
  limit: {
    description: 'Maximum number of changes.',
    schema: { type: 'integer', minimum: 1, maximum: MOST_CHANGES, default: DEFAULT_LIMIT },
  },
  select: {
    description: 'With `documents=true` and one collection or global: the fields of the documents.',
    schema: { type: 'object' },
  },
} as const

export interface AskedChanges {
  /** Names of collections and globals as the feed stores them; null for all. */
  readonly owners: readonly string[] | null
  readonly isLive: boolean
  readonly after: string | undefined
  readonly limit: number
  /** Options for reading the documents of changes; null without `documents`. */
  readonly documents: Readonly<Record<string, unknown>> | null
}

/** Parses the parameters, and throws all issues together. */
export function askedChanges(call: Call): AskedChanges {
  const { query, headers } = call.input
  const { manifest } = call.runtime
  const problems = new QueryProblems()
  const named = (name: string, all: Readonly<Record<string, Entity<Call>>>) =>
    problems.gather(() => requested(name, query[name], all)) ?? null
  const collections = named('collections', manifest.collections)
  const globals = named('globals', manifest.globals)
  const entities = collections || globals ? [...(collections ?? []), ...(globals ?? [])] : null
  const documents = problems.gather(() => requestedDocuments(call, entities)) ?? null
  // A reconnecting browser sends its newest cursor in `Last-Event-ID`, while its URL still has the first one. An
  // empty header counts as none.
  const after = headers?.['last-event-id'] || (query['after'] as string | undefined)
  problems.throwIfAny()
  const { live = false, limit = DEFAULT_LIMIT } = query as { live?: boolean; limit?: number }
  return { owners: entities?.map(ownerOf) ?? null, isLive: live, after, limit, documents }
}

function requested(
  path: string,
  value: unknown,
  all: Readonly<Record<string, Entity<Call>>>,
): readonly Entity<Call>[] | undefined {
  if (value === undefined) return undefined
  const given = Array.isArray(value) ? (value as unknown[]) : (value as string).split(',')
  const names = [...new Set(given.map((name) => String(name).trim()))]
  const what = path === 'collections' ? 'collection' : 'global'
  const unknown = names.filter((name) => !Object.hasOwn(all, name))
  const issues = unknown.map(
    (name): Issue => ({ code: 'option', path, message: `There is no ${what} "${quoted(name)}".` }),
  )
  if (issues.length > 0) throw invalidQuery(issues)
  return names.flatMap((name) => all[name] ?? [])
}

function requestedDocuments(call: Call, entities: readonly Entity<Call>[] | null): AskedChanges['documents'] {
  const { query } = call.input
  const { select, locale, fallbackLocale } = query
  if (query['documents'] !== true) return null
  if (select !== undefined) {
    const [entity, ...others] = entities ?? []
    if (!entity || others.length > 0)
      throw wrong(
        'select',
        'custom',
        'Name one collection or global: the fields in "select" are those of its documents.',
      )
    const fields = call.caller.system ? entity.fields : entity.fields.filter(({ hidden }) => !hidden)
    const names = entity.systemFields.map(({ name }) => name)
    parseSelect(select, fields, names, 'select', call.caller.system)
  }
  return {
    ...(select !== undefined && { select: select as JsonObject }),
    ...(locale !== undefined && { locale }),
    ...(fallbackLocale !== undefined && { fallbackLocale }),
  }
}

export function wrong(path: string, code: Issue['code'], message: string) {
  return invalidQuery([{ code, path, message }])
}
