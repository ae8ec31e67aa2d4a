import { type AuthOptions, type Call, type Feature, type Operation, QUEUE } from '@quirecms/core/feature'
import {
  addressField,
  addressOfPeople,
  SERVICE_FIELD,
  stampService,
  stampVerified,
  verifiedField,
} from './user-fields.ts'
import { createApiKey, deleteApiKey, listApiKeys, rotateApiKey, updateApiKey } from './api-keys/own-keys.ts'
import {
  createUserApiKey,
  deleteUserApiKey,
  listUserApiKeys,
  rotateUserApiKey,
  updateUserApiKey,
} from './api-keys/users-keys.ts'
import { AUTH_TABLES } from './auth-tables.ts'
import { bootstrap } from './bootstrap.ts'
import { changePassword } from './change-password.ts'
import { createUser, createUserWithoutPassword } from './create-user.ts'
import { forgetOldAttempts } from './attempts.ts'
import { acceptInvitation } from './invitations/accept.ts'
import { createInvitationLink } from './invitations/copy-link.ts'
import { INVITATIONS } from './invitations/invitation-table.ts'
import { invite } from './invitations/invite.ts'
import { endInvitation } from './invitations/invited.ts'
import { listInvitations, resendInvitation, withdrawInvitation } from './invitations/waiting-invitations.ts'
import { login } from './login.ts'
import { measureSessions } from './sessions.ts'
import { guardAddress, onAddressChange } from './own-address.ts'
import { endSession, listSessions, logout, logoutAll, me, refresh } from './own-sessions.ts'
import { forgotPassword, requestVerification, resetPassword, unlock, verify } from './recovery.ts'
import { register, registerPrivately } from './queued-registration.ts'
import { apiKeyNow, userNow } from './resolve-credential.ts'
import { sendMail } from './send-mail.ts'
import { revokeAll } from './revoke-all.ts'
import { makesAccounts } from './service-accounts/create-account.ts'
import { listSignIns } from './sign-ins.ts'

const INVITING = [invite, listInvitations, resendInvitation, withdrawInvitation]

const OWN_KEYS = [listApiKeys, createApiKey, updateApiKey, rotateApiKey, deleteApiKey]

export const users: Feature<Call> = {
  name: 'auth',
  needs: ['preferences'],
  options: ['auth'],
  for: ({ auth }) => auth !== null,
  adds: ({ auth, rules }) => ({
    records: [...AUTH_TABLES, ...(auth?.invitations ? [INVITATIONS] : []), QUEUE],
    operations: [
      bootstrap,
      createsUsers(auth),
      listSignIns,
      ...(auth?.passwords === false ? [] : [login]),
      ...(auth?.recovery && auth.passwords !== false ? [forgotPassword, resetPassword] : []),
      ...(auth?.verification ? [requestVerification, verify] : []),
      ...(auth?.lockout ? [unlock] : []),
      ...(auth?.invitations ? INVITING : []),
      // Without passwords, an invited user signs in with a provider.
      ...(auth?.invitations && auth.passwords !== false ? [createInvitationLink, acceptInvitation] : []),
      ...(auth?.apiKeys ? [listUserApiKeys, updateUserApiKey, deleteUserApiKey] : []),
      ...(auth?.serviceAccounts ? [createUserApiKey, rotateUserApiKey] : []),
    ],
    fields: {
      email: auth?.serviceAccounts ? addressOfPeople : addressField,
      ...(auth?.verification && verifiedField(rules.update)),
    },
    ...(auth?.verification && { stamp: stampVerified }),
    loadActor: userNow,
    loadKey: apiKeyNow,
    guard: guardAddress,
    onChange: onAddressChange,
    doctorChecks: { users: async (call) => (await import('./check-users.ts')).checkUsers(call) },
    async onRemove({ entity }, { tx }, { document, forGood }) {
      await revokeAll(tx.records, entity.slug, document.id, forGood ? 'everything' : 'sessionsAndKeys')
      const owner = { collection: entity.slug, userId: document.id }
      if (entity.auth?.invitations) await endInvitation(tx.records, owner, forGood)
    },
  }),
}

function createsUsers(auth: AuthOptions | null): Operation<Call> {
  const withPassword = auth?.registration === 'private' ? registerPrivately : createUser
  const forPeople = auth?.passwords === false ? createUserWithoutPassword : withPassword
  return auth?.serviceAccounts ? makesAccounts(forPeople) : forPeople
}

/** Users without password and address, who can only have API keys. */
export const serviceAccounts: Feature<Call> = {
  name: 'service accounts',
  needs: ['auth'],
  for: ({ auth }) => auth?.serviceAccounts === true,
  adds: () => ({ fields: SERVICE_FIELD, stamp: stampService }),
}

/** Operations of the signed-in user, whatever the collection. */
export const ownAccount: Feature<Call> = {
  name: 'account',
  for: ({ kind, authCollections }) => kind === 'service' && authCollections.length > 0,
  adds: ({ authCollections }) => ({
    jobs: [forgetOldAttempts, sendMail, register],
    registerMetrics: measureSessions,
    operations: [
      me,
      refresh,
      logout,
      logoutAll,
      ...(authCollections.some(({ auth }) => auth.passwords !== false) ? [changePassword] : []),
      listSessions,
      endSession,
      ...(authCollections.some(({ auth }) => auth.apiKeys) ? OWN_KEYS : []),
    ],
  }),
}
