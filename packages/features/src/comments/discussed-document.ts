import {
  type Actor,
  type Call,
  isDocumentId,
  ownerOf,
  QuireError,
  type RecordReader,
  signedIn,
  deniedPaths,
  flatten,
  type RecordMatch,
  type StoredDocument,
  wayTo,
} from '@quirecms/core/feature'
import { type CommentRow, COMMENTS } from './comment-table.ts'

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

/** Fields of a document that the caller may read. Comments on other fields are hidden. */
export interface SeenFields {
  /** '' is the whole document, which every participant may read. */
  has(field: string): boolean
  /** Match for the visible comments, so that hidden ones don't count in totals. */
  readonly match: Pick<RecordMatch<CommentRow>, 'field'>
}

/** Fails closed: comments on fields that the application no longer has are visible to the system only. */
export async function seenFields(call: Call, document: StoredDocument): Promise<SeenFields> {
  const { entity, caller } = call
  if (caller.system) return { has: (field) => field === '' || wayTo(entity.fields, field).length > 0, match: {} }
  // Field rules are asked as in a read.
  const reading: Call = { ...call, operation: entity.operations['read'] ?? call.operation }
  const denied = await deniedPaths(reading, 'read', document)
  const isSeen = (path: string) => wayTo(entity.fields, path).every((node) => !node.hidden && !denied?.has(node.path))
  const paths = new Set(flatten(entity.fields).flatMap(({ path }) => (isSeen(path) ? [path] : [])))
  return { has: (field) => field === '' || paths.has(field), match: { field: { oneOf: ['', ...paths] } } }
}
