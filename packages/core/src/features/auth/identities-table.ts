import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'
import { BY_USER, NAMES, USER } from './auth-tables.ts'

/**
 * Who users are at providers. An address is only what the provider called it last: people are known by issuer and subject. There where the
 * collection has providers (`features/providers`), which write it; here for whoever asks how a user comes in.
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
  names: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['collection', 'issuer', 'subject'], unique: true }],
  goesAlong: { column: 'collection', secret: true },
})

export type IdentityRow = RowOf<typeof IDENTITIES>
