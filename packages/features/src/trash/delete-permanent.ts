import { type Call, type Operation, remove } from '@quirecms/core/feature'
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
