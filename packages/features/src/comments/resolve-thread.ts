import { actsOnDocument, type Call, type Operation, type RuleName } from '@quirecms/core/feature'
import { mentionsOf, presentComment, userText } from './comment-answer.ts'
import { COMMENT_API } from './comment-api.ts'
import { COMMENTS } from './comment-table.ts'
import { authorOf, commentsOn, namedComment, seenFields } from './discussed-document.ts'

export const resolveComment = (rule: RuleName) => setsState(COMMENT_API.resolveComment, rule, true)
export const reopenComment = (rule: RuleName) => setsState(COMMENT_API.reopenComment, rule, false)

/** Resolves or reopens a whole thread. Repeating it changes nothing: the first `resolvedBy` stays. */
function setsState(
  description: typeof COMMENT_API.resolveComment | typeof COMMENT_API.reopenComment,
  rule: RuleName,
  isResolved: boolean,
): Operation<Call> {
  return actsOnDocument({
    ...description,
    accessAction: isResolved ? 'comment.resolved' : 'comment.reopened',
    rule,
    leavesContent: true,
    request: authorOf,
    async run({ call, unit: { tx }, before, request: actor }) {
      const { records } = tx
      const row = await namedComment(call, records, before.id, await seenFields(call, before))
      const changes = isResolved
        ? { resolvedAt: call.runtime.clock().toISOString(), resolvedBy: userText(actor) }
        : { resolvedAt: null, resolvedBy: null }
      const isDone = (row.resolvedAt !== null) === isResolved
      if (!isDone) await records.update(COMMENTS.name, { ...commentsOn(call, before.id), thread: row.thread }, changes)
      const mentions = (await mentionsOf(records, [row.id])).get(row.id) ?? []
      return { kind: 'doc', doc: presentComment(isDone ? row : { ...row, ...changes }, mentions) }
    },
  })
}
