import type { Actor } from '../../contracts/access.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { RecordReader } from '../../contracts/records.ts'
import type { Call } from '../../engine/call.ts'
import { signedIn } from '../../engine/identity/signed-in.ts'
import { isDocumentId } from '../../engine/new-id.ts'
import { ownerOf } from '../../engine/queue/owner.ts'
import { type CommentRow, COMMENTS } from './comment-table.ts'
import type { SeenFields } from './seen-fields.ts'

/** Which records are the comments on a document. */
export function commentsOn({ entity }: Pick<Call, 'entity'>, documentId: string) {
  return { collection: ownerOf(entity), documentId }
}

/** Comments are for users alone, whatever the rule says to strangers; the system reads them too. */
export function onlyForUsers(call: Call): void {
  if (!call.caller.system) signedIn(call)
}

/** A comment belongs to a user, also where the system has the right to write one. */
export function authorOf(call: Call): Actor {
  return signedIn(call).actor
}

/** The comment that the path of a call names, if the caller may read what it is about. */
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
