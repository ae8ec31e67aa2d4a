import { column, recordTable } from '@quirecms/core/feature'

/** Mails of application code that wait to be sent. */
export const OWN_MAILS = recordTable({
  name: 'own-mails',
  columns: {
    id: column.text(),
    address: column.text(),
    // Subject, text, HTML and action, as JSON.
    content: column.text(),
    createdAt: column.text(),
  },
  key: ['id'],
  indexes: [{ columns: ['createdAt'], unique: false }],
})
