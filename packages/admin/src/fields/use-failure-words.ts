import { type ClientErrorCode, QuireError } from '@quirecms/sdk'
import { useWords } from '../words/use-words.ts'
import { isApiError, type Issue } from '../data/api-error.ts'
import { errorWords, explain } from '../data/error-words.ts'
import { useIssueWords } from './use-issue-words.ts'

/** What the service keeps of work that failed. */
interface KeptFailure {
  readonly code: string
  readonly message: string
  readonly issues?: readonly Pick<Issue, 'code' | 'message'>[]
}

/**
 * Says why something failed, in the language of the reader: what exactly is wrong, where that is known, or else what
 * its code means.
 */
export function useFailureWords(): (failure: Error | KeptFailure) => string {
  const errors = useWords(errorWords)
  const issueInWords = useIssueWords()
  return (failure) => {
    const [issue] = 'issues' in failure || isApiError(failure) ? (failure.issues ?? []) : []
    if (issue) return issueInWords(issue)
    if (failure instanceof Error) return explain(failure, errors)
    // There is no request id to report.
    if (failure.code === 'internal') return errors.title
    return explain(new QuireError(failure.code as ClientErrorCode, failure.message), errors)
  }
}
