/** What other features may rely on where there are users. */
export { CREDENTIALS } from './auth-tables.ts'
export { actorNow } from './resolve-credential.ts'
export { revokeAll } from './revoke-all.ts'
