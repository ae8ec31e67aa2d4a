/** What other features may rely on where there are users. */
export { CREDENTIALS } from './auth-tables.ts'
export { attemptWithoutWorker, MAILS_AT_ONCE, noticeMail, tooMany } from './mail-queue.ts'
export { revokeAll } from './revoke-all.ts'
export { MAIL_RETRIES, trySending } from './send-mail.ts'
