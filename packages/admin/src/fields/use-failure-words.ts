import { type ClientErrorCode, QuireError } from '@quirecms/sdk'
import { useWords } from '../words/use-words.ts'
import { isApiError, type Issue } from '../data/api-error.ts'
import { errorWords, explain } from '../data/error-words.ts'
import { useIssueWords } from './use-issue-words.ts'

interface KeptFailure {
  readonly code: string
  readonly message: string
  readonly issues?: readonly Pick<Issue, 'code' | 'message'>[]
}

/** The reason of a failure in the user's language: the known message, or the explanation of its code. */
export function useFailureWords(): (failure: Error | KeptFailure) => string {
  const errors = useWords(errorWords)
  const issueInWords = useIssueWords()
  return (failure) => {
    const [issue] = 'issues' in failure || isApiError(failure) ? (failure.issues ?? []) : []
    if (issue) return issueInWords(issue)
    if (failure instanceof Error) return explain(failure, errors)
    // No request id exists to report.
    if (failure.code === 'internal') return errors.title
    return explain(new QuireError(failure.code as ClientErrorCode, failure.message), errors)
  }
}
