import { type Call, type Feature, QUEUE } from '@quirecms/core/feature'
import { OWN_MAILS } from './own-mail-table.ts'
import { forgetOwnMails, sendMethod, sendOwnMail } from './own-mails.ts'

/** `local.mail.send`. It is always there, and says what to configure where nothing can be sent. */
export const mailsInCode: Feature<Call> = {
  name: 'mails in code',
  for: ({ kind }) => kind === 'service',
  adds: () => ({ methods: { 'mail.send': sendMethod } }),
}

/** Sends mails of application code (`local.mail.send`), if mail is configured. */
export const ownMails: Feature<Call> = {
  name: 'mail',
  for: ({ kind, sendsMail }) => kind === 'service' && sendsMail,
  adds: () => ({ records: [OWN_MAILS, QUEUE], jobs: [sendOwnMail, forgetOwnMails] }),
}
