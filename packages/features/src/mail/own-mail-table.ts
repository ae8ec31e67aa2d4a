import { column, recordTable } from '@quirecms/core/feature'

export const DAY = 86_400_000

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
  // Mails whose sending crashed the process each time.
  expires: { column: 'createdAt', after: DAY },
  indexes: [{ columns: ['createdAt'], unique: false }],
})
