import {
  type Call,
  type JsonObject,
  type Parameter,
  parseJson,
  type RecordMatch,
  type StoredRevision,
} from '@quirecms/core/feature'
import { losesContent } from './lost-content.ts'
import type { SnapshotRow } from './version-table.ts'

export const autosaveParameter: Parameter = {
  name: 'autosave',
  spellings: ['autosave'],
  description:
    'With `true`, the snapshot of this change replaces the previous one, if that is a recent autosave of yours and this change removed no content. Use it for saves while a user types.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
}

/**
 * The snapshot that an autosave replaces: the newest, if it is an autosave of the same actor and began at most
 * `keepEvery` milliseconds ago. Named and scheduled snapshots, and those of other operations, stay. The statement
 * checks all of this itself, so a concurrent naming is not lost.
 */
export function replacedByAutosave(
  { document, revision, createdAt, createdBy }: SnapshotRow,
  keepEvery: number,
): RecordMatch<SnapshotRow> | null {
  if (createdBy === null) return null
  // Ranges exclude their bound.
  const before = new Date(Date.parse(createdAt) - keepEvery - 1).toISOString()
  return { document, revision: revision - 1, createdBy, autosaveSince: { above: before }, name: null, keptFor: null }
}

/**
 * Whether the snapshot before a change stays although it is an autosave: the change lost content, or is more than an
 * edit.
 */
export function keepsOneBefore(call: Call, { before, stored }: StoredRevision): boolean {
  const { operation, caller, entity } = call
  if (!before) return false
  if (operation.name !== 'update' || caller.context['import'] !== undefined) return true
  return (
    isAutosave(call) &&
    losesContent(entity.fields, parseJson(before.json) as JsonObject, parseJson(stored.json) as JsonObject)
  )
}

export function isAutosave({ input: { query } }: Call): boolean {
  return query['autosave'] === true
}
