import pg from 'pg'
import type { LastStatement, SqlValue } from '../database.ts'

/**
 * The last statements of a transaction and its commit as one text, so that they are one journey. Each is prepared on the connection already, by
 * the name that is given: the server has its plan. If one of them fails, the server does not come to the commit. Null if there is no such text.
 */
export function commitText(
  statements: readonly LastStatement[],
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

/** As `pg.escapeLiteral`, which goes from character to character and takes longer than all the rest of a commit. */
function textLiteral(text: string): string {
  const quoted = text.includes("'") ? text.replaceAll("'", "''") : text
  return quoted.includes('\\') ? ` E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`
}
