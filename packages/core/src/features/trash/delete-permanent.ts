import type { Operation } from '../../contracts/operation.ts'
import type { Call } from '../../engine/call.ts'
import { remove } from '../../operations/remove.ts'
import { TRASH_API } from './trash-api.ts'

/**
 * Deletes a document like `delete` in collections without a trash, but only from the trash
 * (docs/contract/documents.md#trash).
 */
export const deletePermanent: Operation<Call> = {
  ...remove,
  ...TRASH_API.deletePermanent,
  rule: 'deletePermanent',
  capability: { name: 'deletePermanent' },
  implies: { trash: true },
}
