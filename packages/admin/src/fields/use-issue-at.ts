import { isApiError } from '../data/api-error.ts'
import { useIssueWords } from './use-issue-words.ts'

/** Returns the message for one of the paths in a validation error. */
export function useIssueAt(error: unknown): (...paths: readonly string[]) => string | undefined {
  const issueInWords = useIssueWords()
  const issues = isApiError(error) ? error.issues : []
  return (...paths) => {
    const found = issues.find(({ path }) => paths.includes(path))
    return found && issueInWords(found)
  }
}
