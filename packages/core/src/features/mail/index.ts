import type { Feature } from '../../contracts/contribution.ts'
import type { Call } from '../../engine/call.ts'
import { QUEUE } from '../../engine/queue/queue-table.ts'
import { OWN_MAILS } from './own-mail-table.ts'
import { forgetOwnMails, sendOwnMail } from './own-mails.ts'

/** Mails that code of the application sends, where the configuration says how (`local.mail.send`). */
export const ownMails: Feature<Call> = {
  name: 'mail',
  for: ({ kind, sendsMail }) => kind === 'service' && sendsMail,
  adds: () => ({ records: [OWN_MAILS, QUEUE], jobs: [sendOwnMail, forgetOwnMails] }),
}
