import { isObject } from '../content/json-object.ts'

const SEARCHES = ['like', 'contains', 'starts_with', 'ends_with']

/** The words of a text that is searched for, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/u))].filter((word) => word !== '')
}

/** How many words an expression searches for, whatever its paths lead to: for bounds over several expressions of one request. */
export function wordsSearchedIn(where: unknown): number {
  if (Array.isArray(where)) return where.reduce((sum: number, part) => sum + wordsSearchedIn(part), 0)
  if (!isObject(where)) return 0
  return Object.entries(where).reduce(
    (sum, [key, value]) =>
      sum + (SEARCHES.includes(key) && typeof value === 'string' ? wordsOf(value).length : wordsSearchedIn(value)),
    0,
  )
}

export function tooManyWords(most: number): string {
  return `All "like", "contains", "starts_with" and "ends_with" of a query hold at most ${most} words together: leave some out.`
}
