import { type Call, deniedPaths, flatten, type RecordMatch, type StoredDocument, wayTo } from '@quirecms/core/feature'
import type { CommentRow } from './comment-table.ts'

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
