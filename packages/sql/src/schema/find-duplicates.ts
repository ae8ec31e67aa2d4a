import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import { compileStatement } from '../documents/statement.ts'
import type { LaidOutIndex, TableLayout } from '../documents/table-layout.ts'
import { beginCompilation } from '../where/condition.ts'
import { indexedExpression } from '../where/target.ts'

const MOST_NAMED = 5
const LONGEST_VALUE = 60

/** Names documents that prevent a unique index; null if there are none. */
export async function findDuplicates(
  session: Session,
  layout: TableLayout,
  index: LaidOutIndex,
  dialect: SqlDialect,
): Promise<string | null> {
  const document = { columns: layout, name: undefined }
  const values = index.parts.map(({ path }) => {
    const [first] = path.steps
    if (first?.kind === 'column') return sql.id(layout.column(first.name).column)
    return indexedExpression(
      path,
      document,
      beginCompilation(dialect, () => layout),
    )
  })
  const given = sql.join(
    values.map((value) => sql`(${value}) is not null`),
    sql` and `,
  )
  const grouped = sql.join(values.map((_, place) => sql.lit(place + 4)))
  const query = sql`select count(*), min("id"), max("id"), ${sql.join(values.map((value) => sql`(${value})`))}
    from ${sql.id(layout.table)} where ${given} group by ${grouped} having count(*) > 1 order by 2 limit ${sql.lit(MOST_NAMED + 1)}`
  const { text, parameters } = compileStatement(query, dialect)([])
  const found = await session.rows(text, parameters)
  if (found.length === 0) return null
  const named = found.slice(0, MOST_NAMED).map(([count, first, last, ...same]) => {
    const others = Number(count) > 2 ? `, ${Number(count)} in all` : ''
    return `- ${same.map(shortened).join(' and ')}: ${String(first)} and ${String(last)}${others}`
  })
  const rest = found.length > MOST_NAMED ? ['- and more'] : []
  return `Documents in ${layout.spec.name} have the same ${pathOf(index)}, which must be unique from now on:\n${[...named, ...rest].join('\n')}`
}

function pathOf({ parts }: LaidOutIndex): string {
  const paths = parts.map(({ path }) =>
    path.steps.map((step) => ('name' in step ? step.name : 'chain' in step ? step.chain[0] : '')).join('.'),
  )
  return paths.join(' and ')
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text
}
