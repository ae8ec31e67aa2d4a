import type { Feature } from '../../contracts/entity.ts'
import type { Call } from '../../engine/call.ts'
import { currentUnit } from '../../engine/unit-of-work.ts'
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts'
import { AUTH_TABLES } from './auth-tables.ts'
import { bootstrap } from './bootstrap.ts'
import { changePassword } from './change-password.ts'
import { createUser } from './create-user.ts'
import { login } from './login.ts'
import { endSession, listSessions, logout, logoutAll, me, refresh } from './own-sessions.ts'
import { forgotPassword, requestVerification, resetPassword, unlock, verify } from './recovery.ts'
import { revokeAll } from './users.ts'

/** What a collection of users can do besides holding documents. */
export const users: Feature<Call> = {
  name: 'auth',
  for: ({ auth }) => auth !== null,
  adds: ({ auth }) => ({
    records: AUTH_TABLES,
    operations: [
      bootstrap,
      createUser,
      login,
      ...(auth?.recovery ? [forgotPassword, resetPassword] : []),
      ...(auth?.verification ? [requestVerification, verify] : []),
      ...(auth?.lockout ? [unlock] : []),
    ],
    onRemove: {
      async run(call, id) {
        const unit = currentUnit(call.runtime.storage, call.caller.context)
        if (unit) await revokeAll(unit.tx.records, call.entity.slug, id, 'everything')
      },
    },
  }),
}

/** What belongs to whoever is signed in, whichever collection it is a user of. */
export const ownAccount: Feature<Call> = {
  name: 'account',
  for: ({ kind, authCollections }) => kind === 'service' && authCollections.length > 0,
  adds: ({ authCollections }) => ({
    operations: [
      me,
      refresh,
      logout,
      logoutAll,
      changePassword,
      listSessions,
      endSession,
      ...(authCollections.some(({ auth }) => auth.apiKeys) ? [listApiKeys, createApiKey, deleteApiKey] : []),
    ],
  }),
}
