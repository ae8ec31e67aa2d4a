import {
  afterChange,
  type Call,
  type ChangeableDocument,
  refuseIfRestricted,
  emitEvent,
  notifyFeatures,
  type Unit,
  updateColumns,
} from '@quirecms/core/feature'

/**
 * Replaces the removal in `delete`. References to the document stay, so that a restored document has them again. A
 * document that must not be deleted while others point to it can't be moved to the trash either: it could no longer
 * be populated.
 */
export async function moveToTrash(call: Call, unit: Unit, document: ChangeableDocument): Promise<void> {
  await refuseIfRestricted(call, unit, document, 'live')
  const deletedAt = call.runtime.clock().toISOString()
  const trashed = await updateColumns(call, unit, document, { deletedAt })
  await notifyFeatures(call, unit, { document: trashed, forGood: false })
  const revision = { before: document, stored: trashed }
  await emitEvent(call, unit, revision, 'trashed', () => afterChange(call, revision))
}
