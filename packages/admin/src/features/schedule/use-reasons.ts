import type { Issue } from '../../data/api-error.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useFailureWords } from '../../fields/use-failure-words.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { nameAt } from '../../screens/document/name-at.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { scheduleWords } from './words.ts'

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
