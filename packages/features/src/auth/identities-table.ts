import { column, recordTable, type RowOf } from '@quirecms/core/feature'
import { BY_USER, NAMES, USER } from './auth-tables.ts'

/**
 * Identities of users at providers, by issuer and subject; the address is only the last one that the provider
 * reported. Written by `features/providers`; declared here for operations that need to know how a user can sign in.
 */
export const IDENTITIES = recordTable({
  name: 'identities',
  columns: {
    id: column.text(),
    ...USER,
    provider: column.text(),
    issuer: column.text(),
    subject: column.text(),
    email: column.textOrNull(),
    createdAt: column.text(),
    lastUsedAt: column.text(),
  },
  namingColumns: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['collection', 'issuer', 'subject'], unique: true }],
  exportedWith: { column: 'collection', secret: true },
})

export type IdentityRow = RowOf<typeof IDENTITIES>
