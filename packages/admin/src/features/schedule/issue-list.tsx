import type { Issue } from '../../data/api-error.ts'
import type { EntitySchema } from '../../data/schema.ts'
import type { Members } from '../../fields/members.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { nameAt } from '../../screens/document/name-at.ts'
import { documentWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './schedule.module.css'
import { scheduleWords } from './words.ts'

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
