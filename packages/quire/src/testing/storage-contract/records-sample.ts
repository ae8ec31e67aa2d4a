import type { RecordColumn, RecordRow, RecordTable } from '@quirecms/core'

export const text = (name: string, nullable = false): RecordColumn => ({ name, type: 'text', nullable })
export const integer = (name: string, nullable = false): RecordColumn => ({ name, type: 'integer', nullable })

/** The name has a hyphen, and columns are in camel case, as in the tables of features. */
export const TOKENS: RecordTable = {
  name: 'sent-tokens',
  columns: [text('id'), text('tokenHash'), text('userId', true), integer('uses'), text('expiresAt', true)],
  key: ['id'],
  indexes: [
    { columns: ['tokenHash'], unique: true },
    { columns: ['userId', 'expiresAt'], unique: false },
  ],
}

export const COUNTERS: RecordTable = {
  name: 'counters',
  columns: [text('collection'), text('name'), integer('n')],
  key: ['collection', 'name'],
  indexes: [],
}

export function token(id: string, parts: RecordRow = {}): RecordRow {
  return { id, tokenHash: `hash of ${id}`, userId: null, uses: 0, expiresAt: null, ...parts }
}
