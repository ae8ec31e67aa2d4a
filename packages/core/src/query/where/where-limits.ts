import type { Caller } from '../../contracts/operation.ts'

/** What one `where` may ask at most. */
export interface WhereLimits {
  readonly conditions: number
  readonly levels: number
  /** How many values one `in`, `not_in` or `all` may have. */
  readonly values: number
  /** How many characters a text may have that is searched for. */
  readonly text: number
  /** Of all texts that are searched for together: each is looked for in every document. */
  readonly words: number
  /** How many steps into other documents all paths may have together, since each is a subquery or a join. */
  readonly steps: number
  /** How many corners one polygon may have. */
  readonly positions: number
}

/** Whoever calls is held to these (docs/contract/querying.md#query-limits). */
export const CLIENT_LIMITS: WhereLimits = {
  conditions: 100,
  levels: 10,
  values: 500,
  text: 1000,
  words: 50,
  steps: 100,
  positions: 1000,
}

/** The application itself is not: what its rules and joins say, and what it asks as the system, is as long as it needs. */
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

/** What counts against the limits of a whole request, however many `where`s it has. */
export interface Counted {
  conditions: number
  words: number
  steps: number
}

export function newCount(): Counted {
  return { conditions: 0, words: 0, steps: 0 }
}

/** A message for each limit that is exceeded. */
export function tooMuch(counted: Counted, limits: WhereLimits): readonly string[] {
  const messages: string[] = []
  if (counted.conditions > limits.conditions)
    messages.push(`A query has at most ${limits.conditions} conditions in all. Leave some out.`)
  if (counted.words > limits.words)
    messages.push(
      `All "like", "contains", "starts_with" and "ends_with" of a query hold at most ${limits.words} words together: leave some out.`,
    )
  if (counted.steps > limits.steps)
    messages.push(
      `All paths of a query take at most ${limits.steps} steps into other documents together. Leave conditions out, ask "some" once for several of them, or use shorter paths.`,
    )
  return messages
}
