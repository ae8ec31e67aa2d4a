import {
  type Actor,
  type Call,
  isDocumentId,
  ownerOf,
  QuireError,
  type RecordReader,
  signedIn,
} from '@quirecms/core/feature'
import { type CommentRow, COMMENTS } from './comment-table.ts'
import type { SeenFields } from './seen-fields.ts'

export function commentsOn({ entity }: Pick<Call, 'entity'>, documentId: string) {
  return { collection: ownerOf(entity), documentId }
}

/** Comments need a signed-in user, whatever the rule allows to callers without one. The system may read them, too. */
export function onlyForUsers(call: Call): void {
  if (!call.caller.system) signedIn(call)
}

/** A comment needs a user as its author, even if the system may write it. */
export function authorOf(call: Call): Actor {
  return signedIn(call).actor
}

/** The comment that the path of the call names, if the caller may read the field that it is about. */
export async function namedComment(
  call: Call,
  records: RecordReader,
  documentId: string,
  seen: SeenFields,
): Promise<CommentRow> {
  const id = call.input.params['commentId'] ?? ''
  const [found] = isDocumentId(id) ? await records.find(COMMENTS.name, { ...commentsOn(call, documentId), id }) : []
  if (found && (call.caller.system || seen.has(found.field))) return found
  throw new QuireError('not_found', 'There is no such comment.')
}
