import {
  type Call,
  inspectsDocument,
  type Operation,
  type Parameter,
  readerOf,
  recordPage,
  type RuleName,
} from '@quirecms/core/feature'
import { presentComments } from './comment-answer.ts'
import { COMMENT_API } from './comment-api.ts'
import { COMMENTS } from './comment-table.ts'
import { commentsOn, onlyForUsers, seenFields } from './discussed-document.ts'

export const resolvedParameter: Parameter = {
  name: 'resolved',
  spellings: ['resolved'],
  description: 'With `true`, returns only comments of resolved threads; with `false`, only those of open threads.',
  encoding: 'boolean',
  schema: { type: 'boolean' },
}

export function listComments(rule: RuleName): Operation<Call> {
  return inspectsDocument({
    ...COMMENT_API.comments,
    rule,
    request(call) {
      onlyForUsers(call)
      return requestedState(call)
    },
    async answers({ call, document, request: state }) {
      const seen = await seenFields(call, document)
      const match = { ...commentsOn(call, document.id), ...seen.match, ...state }
      const { rows, pagination } = await recordPage(call, COMMENTS, match, { column: 'createdAt', descending: false })
      return { kind: 'list', docs: [...(await presentComments(readerOf(call).records, rows))], pagination }
    },
  })
}

/** `> ''` matches every timestamp and excludes NULL. */
function requestedState({ input: { query } }: Call) {
  const { resolved } = query
  if (resolved === undefined) return {}
  return { resolvedAt: resolved === true ? { above: '' } : null }
}
