import type { Path } from '../contracts/condition.ts'
import { storedForm } from '../contracts/operators.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Parameter } from '../contracts/operation.ts'
import type { CountedValue } from '../contracts/document-storage.ts'
import { type Call, readerOf } from '../engine/call.ts'
import { readsDocuments } from '../engine/kinds/reads-documents.ts'
import { readerPaths } from '../engine/source.ts'
import { invalidQuery, quoted, leadsTooFar } from '../query/query-problems.ts'
import { resolvePath, TOO_FAR } from '../query/resolve-path.ts'
import { MOST_VALUES, VALUES_SCHEMA } from './document-api.ts'

/** Limit of characters in a response, because texts may be long. */
const MOST_CHARACTERS = 4 * 1024 * 1024

export const fieldParameter: Parameter = {
  name: 'field',
  spellings: ['field'],
  description: 'The path of the field: `kind`, `seo.language`, `tags`.',
  encoding: 'text',
  schema: { type: 'string', minLength: 1 },
  required: true,
}

/** Lists the values of a field with their counts, for filters. */
export const distinct = readsDocuments({
  name: 'distinct',
  summary: 'List the values of a field',
  description:
    'The values of a field in the documents that a list with the same filters returns, the most frequent first. A document counts once for each of its values.',
  endpoint: { method: 'GET', path: '/distinct' },
  local: { method: 'distinct', args: [] },
  parameters: ['field', 'where', 'limit', 'locale', 'fallbackLocale'],
  querySchemas: {
    limit: {
      description: 'Maximum number of values.',
      schema: { type: 'integer', minimum: 1, maximum: MOST_VALUES, default: MOST_VALUES },
    },
  },
  cacheable: true,
  answer: { kind: 'value', status: 200, schema: VALUES_SCHEMA },
  async checkQuery(call) {
    if (call.input.query['field'] !== undefined) await requestedField(call)
  },
  request: async (call) => requestedLimit(call),
  paths: requestedField,
  async answers({ call, tables: { table, ...among }, request: limit, paths: path }) {
    // One more says whether there are more.
    const found = await readerOf(call).distinct(table, { ...among, path, limit: limit + 1 })
    const values = thatFit(found.slice(0, limit), path)
    return { kind: 'value', value: { values, truncated: values.length < found.length } }
  },
})

function requestedLimit({ input: { query } }: Call): number {
  return Number(query['limit'] ?? MOST_VALUES)
}

/** A field that the caller may not read is reported like an unknown one. */
async function requestedField(call: Call): Promise<Path> {
  const field = String(call.input.query['field'])
  const resolved = resolvePath(field, await readerPaths(call, [field]))
  const name = quoted(field)
  if (!resolved)
    throw invalidQuery([{ code: 'unknown_field', path: `field.${name}`, message: `Unknown path "${name}".` }])
  if (resolved === TOO_FAR) throw invalidQuery([{ code: 'max', path: `field.${name}`, message: leadsTooFar(name) }])
  const storedAs = storedForm(resolved.comparedAs)
  const isScalar = storedAs !== 'json' && storedAs !== 'point' && !resolved.rowsOnly
  const isOwn = resolved.steps.every(({ kind }) => kind !== 'hop' && kind !== 'inverse' && kind !== 'twin')
  if (isScalar && isOwn && resolved.operators.includes('equals')) return { steps: resolved.steps, storedAs }
  const message = `The values of "${name}" cannot be listed. Name a field of these documents that holds text, numbers, dates or the like.`
  throw invalidQuery([{ code: 'type', path: `field.${name}`, message }])
}

function thatFit(found: readonly CountedValue[], { storedAs }: Path): JsonObject[] {
  const values: JsonObject[] = []
  let characters = 0
  for (const { value, count } of found) {
    characters += typeof value === 'string' ? value.length : 0
    if (characters > MOST_CHARACTERS && values.length > 0) break
    values.push({ value: storedAs === 'pair' ? asPair(value) : value, count })
  }
  return values
}

/** A polymorphic reference is one text: neither slugs nor ids contain a slash. */
function asPair(value: CountedValue['value']): JsonValue {
  if (typeof value !== 'string') return null
  const [relationTo = '', id = ''] = value.split('/')
  return { relationTo, value: id }
}
