import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { useWords } from '../../words/use-words.ts'
import { transfersWords } from './words.ts'

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
