import { randomBytes } from 'node:crypto'
import {
  changesRecords,
  hashOfToken,
  QuireError,
  type RecordOwner,
  type RecordReader,
  type RecordWriter,
} from '@quirecms/core/feature'
import { toBase32 } from './base32.ts'
import { RECOVERY_CODES } from './factor-tables.ts'
import { RECOVERY_CODE_API } from './factors-api.ts'
import { factorsOfUser, methodsOf } from './factors-of-user.ts'
import { factorsChanged, freshFactorOwner, holdSignIns } from './own-factors.ts'

/** 80 bits can't be guessed, so a fast hash is enough. */
const BYTES = 10

/** Shows the codes once; only their hashes are stored. Earlier codes are deleted. */
export const createRecoveryCodes = changesRecords({
  ...RECOVERY_CODE_API.createRecoveryCodes,
  accessAction: 'auth.recoveryCodesMade',
  authorize: freshFactorOwner,
  async run({ call, unit, principal }) {
    const { records } = unit.tx
    const { owner, factors } = principal
    await holdSignIns(records, owner)
    if (methodsOf(await factorsOfUser(records, factors, owner)).length === 0)
      throw new QuireError(
        'invalid_state',
        'Set up a passkey or one-time codes first: recovery codes can only replace these.',
      )
    await records.remove(RECOVERY_CODES.name, owner)
    const codes = Array.from({ length: factors.recoveryCodes }, newRecoveryCode)
    const createdAt = call.runtime.clock().toISOString()
    for (const code of codes)
      await records.insert(RECOVERY_CODES.name, { ...owner, codeHash: hashOfRecoveryCode(code), createdAt })
    await factorsChanged(unit, principal, { change: 'recoveryCodesMade' })
    return { kind: 'value', value: { codes } }
  },
})

/** Groups of four letters are easier to read and type. */
export function newRecoveryCode(): string {
  return (toBase32(randomBytes(BYTES)).match(/.{4}/g) ?? []).join('-')
}

/** Ignores case, blanks and hyphens. */
export function hashOfRecoveryCode(code: string): string {
  return hashOfToken(code.replaceAll(/[\s-]/g, '').toUpperCase())
}

export async function hasRecoveryCode(records: RecordReader, owner: RecordOwner, code: string): Promise<boolean> {
  return (await records.count(RECOVERY_CODES.name, { ...owner, codeHash: hashOfRecoveryCode(code) })) > 0
}

/** Deletes the code; false if there is none. Of concurrent uses of a code, one succeeds. */
export async function takeRecoveryCode(records: RecordWriter, owner: RecordOwner, code: string): Promise<boolean> {
  return (await records.remove(RECOVERY_CODES.name, { ...owner, codeHash: hashOfRecoveryCode(code) })) > 0
}
