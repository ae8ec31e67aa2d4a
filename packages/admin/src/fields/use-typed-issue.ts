import { typedProblem } from '@quirecms/core/typed-problem'
import { useState } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import { isRequired } from './required-fields.ts'
import { useIssueWords } from './use-issue-words.ts'

/** More typing can't fix these issues, so they show at once. Others show when the user leaves the field. */
const AT_ONCE: ReadonlySet<string> = new Set(['max', 'max_length', 'max_rows', 'type'])

interface TypedIssue {
  /** The service's message, or else the result of the local check; undefined without an issue. */
  readonly issue: string | undefined
  readonly onTyped: () => void
  readonly onLeft: () => void
}

/**
 * Validates a value while it is edited, with the messages of the service in the language of the user. Untouched values
 * are not checked.
 */
export function useTypedIssue(field: FieldSchema, value: unknown, told: string | undefined): TypedIssue {
  const issueInWords = useIssueWords()
  const [isTouched, setTouched] = useState(false)
  const [isLeft, setLeft] = useState(false)
  // A required value may be missing in other languages.
  const required = isRequired(field) && !field.localized
  const problem = isTouched ? typedProblem({ ...field, required }, value) : undefined
  const isSaid = problem !== undefined && (isLeft || AT_ONCE.has(problem.code))
  return {
    issue: told ?? (isSaid ? issueInWords(problem) : undefined),
    onTyped: () => {
      if (!isTouched) setTouched(true)
      // A value that became valid is not checked again until the field is left.
      if (isLeft && problem === undefined) setLeft(false)
    },
    onLeft: () => {
      if (isTouched && !isLeft) setLeft(true)
    },
  }
}
