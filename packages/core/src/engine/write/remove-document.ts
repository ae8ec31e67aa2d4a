import type { ChangeableDocument, Removal } from '../../contracts/document-changes.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { Call } from '../call.ts'
import { notFound } from '../read/find-document.ts'
import { forApplication } from '../read/for-application.ts'
import { releaseReferences } from './release-references.ts'
import { tell } from './save.ts'

/** Deletes a document permanently: handles references, and lets features delete their data. */
export async function removeForGood(call: Call, unit: Unit, document: ChangeableDocument): Promise<void> {
  const doc = forApplication(call, document)
  await releaseReferences(call, unit, document)
  if (!(await unit.tx.remove(call.entity.table.name, document.id))) throw notFound()
  await tellFeatures(call, unit, { document, forGood: true })
  await tell(call, unit, { before: document, stored: document }, 'deleted', () => ({ doc, previous: doc }))
}

/** Calls `onRemove` of all features, also for the trash. */
export async function tellFeatures(call: Call, unit: Unit, removal: Removal): Promise<void> {
  for (const onRemove of call.entity.onRemove) await onRemove(call, unit, removal)
}
