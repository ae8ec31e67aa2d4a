import type { Operation } from '../../contracts/operation.ts'
import type { Call } from '../../engine/call.ts'
import { remove } from '../../operations/remove.ts'

/**
 * The deletion that other collections have, of what is in the trash: only that can be removed for good (docs/contract/documents.md#trash).
 */
export const deletePermanent: Operation<Call> = {
  ...remove,
  name: 'deletePermanent',
  summary: 'Delete a document in the trash for good',
  description: 'This cannot be undone.',
  endpoint: { method: 'DELETE', path: '/{id}/permanent' },
  local: { method: 'deletePermanent', args: ['id'] },
  rule: 'deletePermanent',
  capability: { name: 'deletePermanent' },
  implies: { trash: true },
}
