import { column, recordTable } from '../../contracts/record-table.ts'

/** Mails that code of the application has asked for, for as long as they wait. */
export const OWN_MAILS = recordTable({
  name: 'own-mails',
  columns: {
    id: column.text(),
    address: column.text(),
    // What it says: subject, text, HTML and action, as JSON.
    content: column.text(),
    createdAt: column.text(),
  },
  key: ['id'],
  indexes: [{ columns: ['createdAt'], unique: false }],
})
