import type { Transfer } from '@quirecms/sdk'
import type { EntitySchema } from '../../data/schema.ts'
import { transferAddress } from '../../data/use-transfer.ts'
import { useSchema } from '../../data/use-session.ts'
import { Select } from '../../design/input.tsx'
import { useWords } from '../../words/use-words.ts'
import { type TableField, tableFields } from './table-fields.ts'
import { Outcome } from './transfer-progress.tsx'
import styles from './transfers.module.css'
import { transfersWords } from './words.ts'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'

interface TrialOutcomeProps {
  readonly entity: EntitySchema
  readonly trial: Transfer
  readonly onMap: (column: string, field: string | null) => void
}

/** Result of a dry run: what the import would do, the issues, and the field of each column. */
export function TrialOutcome({ entity, trial, onMap }: TrialOutcomeProps) {
  const said = useWords(transfersWords)
  const schema = useSchema()
  const refusals = useRefusals()
  const { columns, firstIssues, issues } = trial
  const fields = tableFields(entity, schema)
  return (
    <>
      <p role="status" className={styles.outcome}>
        <Outcome transfer={trial} />
      </p>
      {issues > 0 ? (
        <section className={styles.issues}>
          <h3>{said.problems({ count: issues })}</h3>
          <ul>
            {firstIssues.map((issue, index) => (
              <li key={index}>
                <span>
                  {issue.column === null
                    ? said.row({ row: issue.row })
                    : said.cell({ row: issue.row, column: issue.column })}
                </span>
                <span dir="auto">{refusals.issue(issue)}</span>
              </li>
            ))}
          </ul>
          {issues > firstIssues.length && (
            <a href={transferAddress(entity.slug, trial.id, 'issues')} download>
              {said.allIssues}
            </a>
          )}
        </section>
      ) : (
        <p className={styles.hint}>{said.noProblems}</p>
      )}
      {columns.length > 0 && (
        <section className={styles.columns}>
          <h3>{said.columns}</h3>
          <ul>
            {columns.map(({ column, field }, index) => (
              <li key={index}>
                <span>{column}</span>
                <Select
                  aria-label={said.fieldOf({ column })}
                  value={field ?? ''}
                  onChange={(next) => onMap(column, next === '' ? null : next)}
                  options={[{ value: '', label: said.leftOut }, ...choicesWith(fields, field)]}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Adds the current field if the list lacks it, such as `author.email`, or a localized field without a locale. */
function choicesWith(fields: readonly TableField[], field: string | null) {
  const choices = fields.map(({ name, label }) => ({ value: name, label }))
  const isNamed = field === null || fields.some(({ name }) => name === field)
  if (isNamed) return choices
  const label = fields.find(({ plain }) => plain?.name === field)?.plain?.label ?? field
  return [...choices, { value: field, label }]
}

interface RowIssue {
  readonly code: string
  readonly message: string
}

/** Explains why a file or a part of it was refused. */
export function useRefusals() {
  const said = useWords(transfersWords)
  const errors = useWords(errorWords)
  const issueInWords = useIssueWords()
  return {
    issue: (issue: RowIssue) => (issue.code === 'unknown_field' ? said.noField : issueInWords(issue)),
    error: (error: unknown) => {
      if (!isApiError(error, 'validation')) return explain(error, errors)
      if (error.issues.some(({ path }) => path === 'file')) return said.notReadable
      return error.issues.map(issueInWords).join(' ') || explain(error, errors)
    },
  }
}
