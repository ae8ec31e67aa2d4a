import type { Call, Feature } from '@quirecms/core/feature'
import { IDENTITIES } from '../auth/offers.ts'
import { endedAtProvider } from './ended-at-provider.ts'
import { listProviders } from './list-providers.ts'
import { logoutAtProvider } from './logout-at-provider.ts'
import { addIdentity, listIdentities, removeIdentity } from './own-identities.ts'
import { PROVIDER_PARAMETERS } from './provider-parameters.ts'
import { SIGN_INS } from './pending-sign-in.ts'
import { finishSignIn, startSignIn } from './sign-in-pages.ts'
import { signInWithCode } from './sign-in-with-code.ts'
import { listUserIdentities, removeUserIdentity } from './users-identities.ts'

export const providers: Feature<Call> = {
  name: 'providers',
  needs: ['auth'],
  for: ({ auth }) => auth !== null && Object.keys(auth.providers).length > 0,
  adds: () => ({
    records: [IDENTITIES, SIGN_INS],
    parameters: PROVIDER_PARAMETERS,
    operations: [
      listProviders,
      startSignIn,
      finishSignIn,
      signInWithCode,
      endedAtProvider,
      listUserIdentities,
      removeUserIdentity,
    ],
    onRemove: async ({ entity }, { tx }, { document, forGood }) => {
      const owner = { collection: entity.slug, userId: document.id }
      // Users in the trash keep their identities, for a restore.
      if (forGood) await tx.records.remove(IDENTITIES.name, owner)
      await tx.records.remove(SIGN_INS.name, owner)
    },
  }),
}

export const ownIdentities: Feature<Call> = {
  name: 'identities',
  needs: ['account'],
  for: ({ kind, authCollections }) =>
    kind === 'service' && authCollections.some(({ auth }) => Object.keys(auth.providers).length > 0),
  adds: () => ({
    operations: [listIdentities, addIdentity, removeIdentity],
    changes: { logout: logoutAtProvider },
  }),
}
