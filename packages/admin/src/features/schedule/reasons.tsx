import type { Issue } from '../../data/api-error.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useFailureWords } from '../../fields/use-failure-words.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { nameAt } from '../../screens/document/name-at.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { scheduleWords } from './words.ts'
import type { Members } from '../../data/members.ts'
import { documentWords } from '../../words/document.ts'
import styles from './schedule.module.css'

type Problem = Pick<Issue, 'code' | 'path' | 'message'>

interface Plan {
  readonly entity: EntitySchema
  readonly issues: readonly Problem[]
  readonly error: Parameters<ReturnType<typeof useFailureWords>>[0] | null
}

/** Explains what stops a plan, with labels of fields: "“Opens” and “Partner” are missing." Empty if nothing does. */
export function useReasons(): (plan: Plan) => string {
  const said = useWords(scheduleWords)
  const formats = useFormats()
  const issueInWords = useIssueWords()
  const failureWords = useFailureWords()
  return ({ entity, issues: problems, error }) => {
    if (problems.length === 0) return error ? failureWords(error) : ''
    const nameOf = ({ path }: Problem) => nameAt(entity.fields, {}, path)
    const missing = [...new Set(problems.filter(isMissing).map((one) => said.quoted({ name: nameOf(one) })))]
    const others = problems.filter((one) => !isMissing(one))
    return [
      ...(missing.length > 0 ? [said.missing({ count: missing.length, what: formats.list(missing) })] : []),
      ...others.map((one) => said.wrong({ name: nameOf(one), problem: issueInWords(one) })),
    ].join(' ')
  }
}

function isMissing({ code }: Problem): boolean {
  return code === 'required'
}

interface IssueListProps {
  readonly entity: EntitySchema
  readonly values: Members
  readonly issues: readonly Pick<Issue, 'code' | 'path' | 'message'>[]
  readonly onOpen: (path: string) => void
}

/** What stops a publication: each entry leads to its field. */
export function IssueList({ entity, values, issues, onOpen }: IssueListProps) {
  const said = useWords(scheduleWords)
  const { isRequired } = useWords(documentWords)
  const issueInWords = useIssueWords()
  return (
    <ul className={styles.issues}>
      {issues.map((issue) => (
        <li key={`${issue.path}/${issue.message}`}>
          <button type="button" className={styles.issue} onClick={() => onOpen(issue.path)}>
            {issue.code === 'required'
              ? isRequired({ name: nameAt(entity.fields, values, issue.path) })
              : said.wrong({ name: nameAt(entity.fields, values, issue.path), problem: issueInWords(issue) })}
          </button>
        </li>
      ))}
    </ul>
  )
}
