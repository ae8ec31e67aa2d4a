import type { Caller } from '../../contracts/operation.ts'

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
      `All paths of a query take at most ${limits.steps} steps into other documents together. Leave conditions out, ask "some" once for several of them, or use shorter paths.`,
    )
  return messages
}
