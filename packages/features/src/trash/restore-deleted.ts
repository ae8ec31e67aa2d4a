import { changeColumns, changesDocument } from '@quirecms/core/feature'

export const restoreDeleted = changesDocument({
  name: 'restoreDeleted',
  summary: 'Restore a document from the trash',
  description: 'The document is back as it was.',
  endpoint: { method: 'POST', path: '/{id}/restore-deleted' },
  local: { method: 'restoreDeleted', args: ['id'] },
  body: { kind: 'none' },
  rule: 'delete',
  capability: { name: 'restoreDeleted' },
  implies: { trash: true },
  run: ({ call, unit, before }) => changeColumns(call, unit, before, { deletedAt: null }, 'restored'),
})
