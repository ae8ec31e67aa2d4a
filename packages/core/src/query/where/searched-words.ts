import type { ParsedWhere, WhereExpression } from './parse-where.ts'

const SEARCHES = ['like', 'contains', 'starts_with', 'ends_with']

/** The words of a text that is searched for, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/u))].filter((word) => word !== '')
}

/** How many words a query searches for, whatever its paths lead to: for bounds over several queries of one request. */
export function wordsSearchedIn({ expression }: ParsedWhere): number {
  return wordsIn(expression)
}

function wordsIn(expression: WhereExpression): number {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return sumOf(expression.of.map(wordsIn))
    case 'not':
      return wordsIn(expression.of)
    case 'path':
      return sumOf(
        (expression.tests ?? []).map(({ operator, value, rows }) => {
          if (rows) return wordsIn(rows)
          return SEARCHES.includes(operator) && typeof value === 'string' ? wordsOf(value).length : 0
        }),
      )
    case 'wrong':
      return 0
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

export function tooManyWords(most: number): string {
  return `All "like", "contains", "starts_with" and "ends_with" of a query hold at most ${most} words together: leave some out.`
}
