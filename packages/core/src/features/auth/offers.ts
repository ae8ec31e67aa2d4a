/** What other features may rely on where there are users. */
export { CREDENTIALS } from './auth-tables.ts'
export { noticeMail } from './mail-queue.ts'
export { revokeAll } from './revoke-all.ts'
