import { type Call, type Feature, QUEUE } from '@quirecms/core/feature'
import { OWN_MAILS } from './own-mail-table.ts'
import { sendOwnMail } from './own-mails.ts'

export const ownMails: Feature<Call> = {
  name: 'mail',
  for: ({ kind, sendsMail }) => kind === 'service' && sendsMail,
  adds: () => ({ records: [OWN_MAILS, QUEUE], jobs: [sendOwnMail] }),
}
