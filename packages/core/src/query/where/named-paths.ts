import type { ParsedWhere, WhereExpression } from './parse-where.ts'

/** All paths that a query names, whether or not such fields exist. */
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

/**
 * Paths inside of row operators are relative to the row. `id` stands for the documents themselves, which are read even
 * if nothing is tested.
 */
function pathsOfRows({ path, tests }: Extract<WhereExpression, { kind: 'path' }>): string[] {
  return (tests ?? []).flatMap(({ rows }) => (rows ? ['id', ...pathsIn(rows)].map((rest) => `${path}.${rest}`) : []))
}
