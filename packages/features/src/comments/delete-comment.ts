import {
  actsOnDocument,
  ask,
  type Call,
  forApplication,
  matches,
  type Operation,
  QuireError,
  type RuleName,
  type StoredDocument,
} from '@quirecms/core/feature'
import { userText } from './comment-answer.ts'
import { COMMENT_API } from './comment-api.ts'
import { COMMENTS, MENTIONS } from './comment-table.ts'
import { commentsOn, namedComment, onlyForUsers, seenFields } from './discussed-document.ts'

export function deleteComment(rule: RuleName): Operation<Call> {
  return actsOnDocument({
    ...COMMENT_API.deleteComment,
    accessAction: 'comment.deleted',
    rule,
    leavesContent: true,
    request: onlyForUsers,
    async run({ call, unit: { tx }, before }) {
      const { records } = tx
      const row = await namedComment(call, records, before.id, await seenFields(call, before))
      const { id, thread } = row
      const { actor } = call.caller
      const isOwn = actor !== null && row.author === userText(actor)
      const rules = await isInCharge(call, before)
      if (!isOwn && !rules) throw new QuireError('forbidden', 'Only its author can delete a comment.')
      const inThread = { ...commentsOn(call, before.id), thread }
      const isAnswered = id === thread && (await records.count(COMMENTS.name, inThread)) > 1
      if (isAnswered && !rules)
        throw new QuireError('conflict', 'This comment has replies. Resolve its thread instead.')
      const gone = isAnswered ? (await records.find(COMMENTS.name, inThread)).map((one) => one.id) : [id]
      await records.remove(MENTIONS.name, { comment: { oneOf: gone } })
      await records.remove(COMMENTS.name, { id: { oneOf: gone } })
      return { kind: 'value', value: { id, deleted: true } }
    },
  })
}

/**
 * Whether the caller may delete all comments: by the right to delete the document. A global can't be deleted; there
 * it takes the right to update it.
 */
async function isInCharge(call: Call, document: StoredDocument): Promise<boolean> {
  const rule = call.entity.kind === 'global' ? 'update' : 'delete'
  const allowed = await ask(call, rule, { id: document.id, doc: forApplication(call, document) })
  return matches(call, document.id, allowed)
}
