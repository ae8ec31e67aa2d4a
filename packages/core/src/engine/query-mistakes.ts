import { type Issue, MOST_ISSUES, QuireError } from '../contracts/errors.ts'
import type { Operation } from '../contracts/operation.ts'
import { type Call, chooseLocale } from './call.ts'
import { requestedPresentation, requestedSort, requestedTables } from './read/requested.ts'

type Query = Call['input']['query']

/**
 * Collects all mistakes of a query (docs/contract/errors.md#all-at-once). Each part is parsed only when it is needed,
 * and the first error ends the call. So this parses a refused query again, without its known mistakes, until it finds
 * no new one. Any other error ends the search: a caller without read access must learn nothing about paths.
 */
export async function withAllProblems(call: Call, operation: Operation<Call>, error: unknown): Promise<unknown> {
  if (!(error instanceof QuireError) || error.code !== 'invalid_query' || !error.issues) return error
  const found = [...error.issues]
  const known = new Set(found.map(issueKey))
  let query = without(call.input.query, error.issues, call)
  for (;;) {
    const issues = (await problemsOf(call, operation, query)).filter(
      // A parameter that was removed because it is invalid is not missing.
      (issue) => !known.has(issueKey(issue)) && !(issue.code === 'required' && issue.path in call.input.query),
    )
    for (const issue of issues) known.add(issueKey(issue))
    found.push(...issues)
    const left = without(query, issues, call)
    if (left === query || found.length >= MOST_ISSUES) break
    query = left
  }
  return new QuireError('invalid_query', error.message, { issues: found.slice(0, MOST_ISSUES) })
}

async function problemsOf(call: Call, operation: Operation<Call>, query: Query): Promise<readonly Issue[]> {
  const { parameters } = operation
  try {
    const locale = chooseLocale(call.runtime.manifest.localization, query)
    const tried: Call = { ...call, locale, input: { ...call.input, query } }
    if (parameters.includes('select')) await requestedPresentation(tried)
    if (parameters.includes('where')) await requestedTables(tried)
    if (parameters.includes('sort')) await requestedSort(tried)
    await operation.checkQuery?.(tried)
    return []
  } catch (error) {
    return error instanceof QuireError && error.code === 'invalid_query' ? (error.issues ?? []) : []
  }
}

/** The query without the parameters of the issues, whose paths begin with the parameter's name in a URL. */
function without(query: Query, issues: readonly Issue[], { runtime }: Call): Query {
  const { parameters } = runtime.manifest
  const wrong = new Set(issues.map(({ path }) => path.split('.', 1)[0] ?? ''))
  const isWrong = (name: string) => [name, ...(parameters[name]?.spellings ?? [])].some((one) => wrong.has(one))
  const left = Object.entries(query).filter(([name]) => !isWrong(name))
  return left.length === Object.keys(query).length ? query : Object.fromEntries(left)
}

function issueKey({ code, path, message }: Issue): string {
  return JSON.stringify([code, path, message])
}
