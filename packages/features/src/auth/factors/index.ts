import type { Call, EntityDraft, FactorOptions, Feature } from '@quirecms/core/feature'
import { CHALLENGES, PASSKEYS, RECOVERY_CODES, TOTP } from './factor-tables.ts'
import { ownFactors } from './own-factors.ts'
import { createPasskey, deletePasskey, listPasskeys, updatePasskey } from './own-passkeys.ts'
import { confirmTotp, removeTotp, setUpTotp } from './own-totp.ts'
import { passkeyLogin } from './passkey-login.ts'
import { newPasskeyOptions, passkeyOptions } from './passkey-options.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { secondFactor } from './second-factor.ts'
import { removeFactors, resetFactors, userFactors } from './users-factors.ts'

/** Passkeys, one-time codes and recovery codes, for collections that enable them (docs/passkeys.md). */
export const secondFactors: Feature<Call> = {
  name: 'second factors',
  needs: ['auth'],
  for: ({ auth }) => auth !== null && auth.factors !== null,
  adds: ({ auth }) => ({
    records: [
      CHALLENGES,
      RECOVERY_CODES,
      ...(auth?.factors?.passkeys ? [PASSKEYS] : []),
      ...(auth?.factors?.totp ? [TOTP] : []),
    ],
    operations: [
      secondFactor,
      userFactors,
      resetFactors,
      ...(auth?.factors?.passkeys ? [passkeyOptions, passkeyLogin] : []),
    ],
    // Users in the trash keep their factors.
    onRemove: async ({ entity }, { tx }, { document, forGood }) => {
      const factors = entity.auth?.factors
      if (forGood && factors) await removeFactors(tx, factors, { collection: entity.slug, userId: document.id })
    },
  }),
}

const OWN_PASSKEYS = [listPasskeys, newPasskeyOptions, createPasskey, updatePasskey, deletePasskey]

export const ownSecondFactors: Feature<Call> = {
  name: 'own second factors',
  for: (service) => factorsIn(service).length > 0,
  adds: (service) => ({
    operations: [
      ownFactors,
      createRecoveryCodes,
      ...(factorsIn(service).some(({ totp }) => totp) ? [setUpTotp, confirmTotp, removeTotp] : []),
      ...(factorsIn(service).some(({ passkeys }) => passkeys) ? OWN_PASSKEYS : []),
    ],
  }),
}

function factorsIn({ kind, authCollections }: EntityDraft): readonly FactorOptions[] {
  return kind === 'service' ? authCollections.flatMap(({ auth }) => auth.factors ?? []) : []
}
