import { type Issue, type IssueCode, QuireError } from '../contracts/errors.ts'
import type { Caller } from '../contracts/operation.ts'

/** Collects the problems of a query, so that all of them are reported at once. */
export class QueryProblems {
  readonly #issues: Issue[] = []

  add(code: IssueCode, path: string, message: string): void {
    if (this.#issues.length < 100) this.#issues.push({ code, path, message })
  }

  /** Adds the issues that `parse` throws. Returns undefined if it throws. */
  gather<Parsed>(parse: () => Parsed): Parsed | undefined {
    try {
      return parse()
    } catch (error) {
      if (!(error instanceof QuireError) || error.code !== 'invalid_query') throw error
      for (const { code, path, message } of error.issues ?? []) this.add(code, path, message)
      return undefined
    }
  }

  throwIfAny(): void {
    if (this.#issues.length > 0) throw invalidQuery(this.#issues)
  }
}

export function invalidQuery(issues: readonly Issue[]): QuireError {
  return new QuireError('invalid_query', issues[0]?.message ?? 'The query is not valid.', { issues })
}

/** Text from a client for an issue, truncated if it is longer than any name could be. */
export function quoted(text: string): string {
  return text.length > 512 ? `${text.slice(0, 64)}…`.toWellFormed() : text
}

export interface WhereLimits {
  readonly conditions: number
  readonly levels: number
  readonly values: number
  readonly text: number
  readonly words: number
  readonly steps: number
  readonly positions: number
}

/** Limits for callers (docs/contract/querying.md#query-limits). */
export const CLIENT_LIMITS: WhereLimits = {
  conditions: 100,
  levels: 10,
  values: 500,
  text: 1000,
  words: 50,
  steps: 100,
  positions: 1000,
}

/** No limits for the application itself: its rules, its joins, and its queries as the system. */
export const NO_LIMITS: WhereLimits = {
  conditions: Infinity,
  levels: Infinity,
  values: Infinity,
  text: Infinity,
  words: Infinity,
  steps: Infinity,
  positions: Infinity,
}

export function limitsFor({ system }: Pick<Caller, 'system'>): WhereLimits {
  return system ? NO_LIMITS : CLIENT_LIMITS
}

export interface WhereCount {
  conditions: number
  words: number
  steps: number
}

export function newCount(): WhereCount {
  return { conditions: 0, words: 0, steps: 0 }
}

export function tooMuch(counted: WhereCount, limits: WhereLimits): readonly string[] {
  const messages: string[] = []
  if (counted.conditions > limits.conditions)
    messages.push(`A query has at most ${limits.conditions} conditions in all. Leave some out.`)
  if (counted.words > limits.words)
    messages.push(
      `All "like", "contains", "starts_with" and "ends_with" of a query hold at most ${limits.words} words together: leave some out.`,
    )
  if (counted.steps > limits.steps)
    messages.push(
      `The paths of a query may take at most ${limits.steps} steps into other documents in total. Leave out conditions, combine several in one "some", or use shorter paths.`,
    )
  return messages
}

/** Maximum length of a path in characters; a longer one is unknown. */
export const LONGEST_PATH = 512
/** Maximum number of steps of a path into other documents. */
export const MOST_HOPS = 5
export const MOST_ALTERNATIVES = 20

export function leadsTooFar(path: string): string {
  return `"${path}" is too long: a path may take at most ${MOST_HOPS} steps into other documents, and fewer through drafts and through relationships to several collections. Use a shorter one.`
}
