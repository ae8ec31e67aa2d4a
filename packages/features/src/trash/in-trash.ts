import {
  allOf,
  askWithoutDocument,
  type Call,
  type ChangeableDocument,
  changeColumns,
  changesDocument,
  type ColumnSpec,
  type Condition,
  equality,
  type LookupPurpose,
  order,
  type Parameter,
  softDelete,
  type Source,
  type SystemField,
  type Unit,
} from '@quirecms/core/feature'

/** Time of the deletion; null outside of the trash. */
export const deletedAtColumn: ColumnSpec = { name: 'deletedAt', type: 'text', scope: true, hides: true }

export const deletedAtField: SystemField = {
  name: 'deletedAt',
  column: 'deletedAt',
  schema: { type: ['string', 'null'], format: 'date-time' },
  storedAs: 'instant',
  operators: [...equality, ...order],
}

export const trashParameter: Parameter = {
  name: 'trash',
  spellings: ['trash'],
  description: 'With `true`, reads documents in the trash instead. You need the right to delete.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
  cacheable: true,
}

const DELETED_AT = { steps: [{ kind: 'column', name: 'deletedAt' }], storedAs: 'text' } as const
const LIVE: Condition = { kind: 'compare', path: DELETED_AT, test: { op: 'is_null' } }
export const IN_TRASH: Condition = { kind: 'compare', path: DELETED_AT, test: { op: 'is_set' } }

export function thrownAwayBefore(moment: string): Condition {
  return { kind: 'compare', path: DELETED_AT, test: { op: 'lt', value: moment } }
}

/**
 * Limits reads to documents outside of the trash, or with `trash` to those in it. Relationships never lead into the
 * trash. Reading the trash needs the right to delete, and shows the documents that this rule covers
 * (docs/contract/errors.md#refusals); other operations on the trash ask their own rule.
 */
export async function liveUnlessTrashIsAsked(call: Call, purpose: LookupPurpose): Promise<Partial<Source>> {
  if (purpose === 'related' || !asksForTrash(call)) return { where: LIVE }
  // The purpose `any` asks what the caller can see, so the rules for reading apply.
  if (call.operation.implies?.['trash'] === true && purpose !== 'any') return { where: IN_TRASH }
  return { where: allOf([IN_TRASH, await askWithoutDocument(call, 'delete')]) }
}

function asksForTrash({ input: { query } }: Call): boolean {
  return query['trash'] === true
}

/**
 * Replaces the removal in `delete`. References to the document stay, so that a restored document has them again. A
 * document that must not be deleted while others point to it can't be moved to the trash either: it could no longer
 * be populated.
 */
export async function moveToTrash(call: Call, unit: Unit, document: ChangeableDocument): Promise<void> {
  const deletedAt = call.runtime.clock().toISOString()
  await softDelete(call, unit, document, { deletedAt }, 'trashed')
}

export const restoreDeleted = changesDocument({
  name: 'restoreDeleted',
  summary: 'Restore a document from the trash',
  description: 'The document gets its former state.',
  endpoint: { method: 'POST', path: '/{id}/restore-deleted' },
  local: { method: 'restoreDeleted', args: ['id'] },
  rule: 'delete',
  capability: { name: 'restoreDeleted' },
  implies: { trash: true },
  run: ({ call, unit, before }) => changeColumns(call, unit, before, { deletedAt: null }, 'restored'),
})
