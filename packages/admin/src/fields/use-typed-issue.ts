import { typedProblem } from '@quirecms/core/typed-problem'
import { useState } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import { isRequired } from './required-fields.ts'
import { useIssueWords } from './use-issue-words.ts'

/** Nobody can be done with these by typing on, so they are said at once; others only when the field is left, since it may get better. */
const AT_ONCE: ReadonlySet<string> = new Set(['max', 'max_length', 'max_rows', 'type'])

interface TypedIssue {
  /** What the service has said, or else would say; undefined if nothing is wrong. */
  readonly issue: string | undefined
  readonly onTyped: () => void
  readonly onLeft: () => void
}

/** Says what is wrong with a value while it is entered, in the words of the service, and in the language of the reader. What nobody has touched is left alone. */
export function useTypedIssue(field: FieldSchema, value: unknown, told: string | undefined): TypedIssue {
  const issueInWords = useIssueWords()
  const [isTouched, setTouched] = useState(false)
  const [isLeft, setLeft] = useState(false)
  // What is required in one language may be missing in the others.
  const required = isRequired(field) && !field.localized
  const problem = isTouched ? typedProblem({ ...field, required }, value) : undefined
  const isSaid = problem !== undefined && (isLeft || AT_ONCE.has(problem.code))
  return {
    issue: told ?? (isSaid ? issueInWords(problem) : undefined),
    onTyped: () => {
      if (!isTouched) setTouched(true)
      // What was right is left alone again until somebody has left it.
      if (isLeft && problem === undefined) setLeft(false)
    },
    onLeft: () => {
      if (isTouched && !isLeft) setLeft(true)
    },
  }
}
