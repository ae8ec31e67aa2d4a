import { sql } from 'kysely'
import type { Fragment, SearchedPart, SearchForms } from '../sql-dialect.ts'

const ANYTHING = sql`'*'`

const fold = (text: Fragment) => sql`quire_fold(${text})`
const pattern = ({ text }: SearchedPart) => sql`quire_pattern(${text})`

/** Uses `glob` patterns, so stored texts need no folding (`glob-pattern.ts`). SQLite limits their length. */
export const sqliteSearch: SearchForms = {
  folding: undefined,
  contains: (text, part) =>
    part.isLong
      ? sql`instr(${fold(text)}, ${fold(part.text)}) > 0`
      : sql`${text} glob (${ANYTHING} || ${pattern(part)} || ${ANYTHING})`,
  startsWith: (text, part) =>
    part.isLong
      ? sql`substr(${fold(text)}, 1, length(${part.text})) = ${fold(part.text)}`
      : sql`${text} glob (${pattern(part)} || ${ANYTHING})`,
  endsWith: (text, part) =>
    part.isLong
      ? sql`substr(${fold(text)}, -length(${part.text}), length(${part.text})) = ${fold(part.text)}`
      : sql`${text} glob (${ANYTHING} || ${pattern(part)})`,
}
