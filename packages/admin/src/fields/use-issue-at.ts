import { isApiError } from '../data/api-error.ts'
import { useIssueWords } from './use-issue-words.ts'

/** Says what the service has found wrong at one of these paths of what it was sent, in the language of the reader. */
export function useIssueAt(error: unknown): (...paths: readonly string[]) => string | undefined {
  const issueInWords = useIssueWords()
  const issues = isApiError(error) ? error.issues : []
  return (...paths) => {
    const found = issues.find(({ path }) => paths.includes(path))
    return found && issueInWords(found)
  }
}
