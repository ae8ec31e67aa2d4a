import type { ParsedWhere, WhereExpression } from './parse-where.ts'

/** Every path that a query names, whether or not there is such a field. */
export function namedPaths({ expression }: ParsedWhere): string[] {
  return pathsIn(expression)
}

function pathsIn(expression: WhereExpression): string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap(pathsIn)
    case 'not':
      return pathsIn(expression.of)
    case 'path':
      return [expression.path, ...pathsOfRows(expression)]
    case 'wrong':
      return []
  }
}

/** What is asked of rows goes on from their path; even where nothing is asked of them, their documents are looked at. */
function pathsOfRows({ path, tests }: Extract<WhereExpression, { kind: 'path' }>): string[] {
  return (tests ?? []).flatMap(({ rows }) => (rows ? ['id', ...pathsIn(rows)].map((rest) => `${path}.${rest}`) : []))
}
