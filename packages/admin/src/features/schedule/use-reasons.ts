import type { Issue } from '../../data/api-error.ts'
import type { EntitySchema } from '../../data/schema.ts'
import type { Members } from '../../fields/members.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { nameAt } from '../../screens/document/name-at.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { scheduleWords } from './words.ts'

type Problem = Pick<Issue, 'code' | 'path' | 'message'>

/** Says what stops a publication, by the labels of the fields: "“Opens” and “Partner” are missing." */
export function useReasons(): (entity: EntitySchema, problems: readonly Problem[], values?: Members) => string {
  const said = useWords(scheduleWords)
  const formats = useFormats()
  const issueInWords = useIssueWords()
  return (entity, problems, values = {}) => {
    const nameOf = ({ path }: Problem) => nameAt(entity.fields, values, path)
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
