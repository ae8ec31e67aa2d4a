import type { RecordMatch } from '../../contracts/record-rows.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { flatten, wayTo } from '../../content/field-tree.ts'
import type { Call } from '../../engine/call.ts'
import { deniedFields } from '../../engine/field-access.ts'
import { asEvaluated, forApplication } from '../../engine/read/for-application.ts'
import type { CommentRow } from './comment-table.ts'

/** The fields of a document that the caller may read: comments on others are not there for it. */
export interface SeenFields {
  /** '' is the document as a whole, which whoever may comment has seen. */
  has(field: string): boolean
  /** What of the comments is shown: nothing that is hidden counts. */
  readonly match: Pick<RecordMatch<CommentRow>, 'field'>
}

/** Fails closed: a comment on a field that the application has no longer is shown to nobody but the system. */
export async function seenFields(call: Call, document: StoredDocument): Promise<SeenFields> {
  const { entity, caller } = call
  if (caller.system) return { has: (field) => field === '' || wayTo(entity.fields, field).length > 0, match: {} }
  // Rules of fields are asked as a read asks them.
  const reading: Call = { ...call, operation: entity.operations['read'] ?? call.operation }
  const subject = { id: document.id, doc: forApplication(call, document) }
  const denied = await deniedFields(reading, entity, 'read', subject, asEvaluated(entity, document))
  const isSeen = (path: string) => wayTo(entity.fields, path).every((node) => !node.hidden && !denied?.has(node.path))
  const paths = new Set(flatten(entity.fields).flatMap(({ path }) => (isSeen(path) ? [path] : [])))
  return { has: (field) => field === '' || paths.has(field), match: { field: { oneOf: ['', ...paths] } } }
}
