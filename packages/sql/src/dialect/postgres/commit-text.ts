import pg from 'pg'
import type { WriteStatement, SqlValue } from '../database.ts'

/**
 * Joins the last statements of a transaction and its commit into one text, for one round trip. Each statement is
 * already prepared on the connection, under the given name. If one fails, the server does not commit. Returns null if
 * there is no such text.
 */
export function commitText(
  statements: readonly WriteStatement[],
  nameOf: (text: string) => string | undefined,
): string | null {
  const parts: string[] = []
  for (const { text, parameters } of statements) {
    const name = nameOf(text)
    const values = parameters.map(literal)
    if (name === undefined || values.includes(null)) return null
    parts.push(`execute ${pg.escapeIdentifier(name)}(${values.join(', ')})`)
  }
  return [...parts, 'commit'].join('; ')
}

function literal(value: SqlValue): string | null {
  if (value === null) return 'null'
  if (typeof value === 'string') return textLiteral(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Like `pg.escapeLiteral`, which loops over characters and would dominate the cost of a commit. */
function textLiteral(text: string): string {
  const quoted = text.includes("'") ? text.replaceAll("'", "''") : text
  return quoted.includes('\\') ? ` E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`
}
