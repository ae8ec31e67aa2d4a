import type { FactorOptions, RecordOwner, RecordReader, SecondFactor } from '@quirecms/core/feature'
import { PASSKEYS, RECOVERY_CODES, TOTP } from './factor-tables.ts'

export interface UsersFactors {
  readonly passkeys: number
  readonly totp: boolean
  readonly recoveryCodes: number
}

export async function factorsOfUser(
  records: RecordReader,
  { passkeys, totp }: FactorOptions,
  owner: RecordOwner,
): Promise<UsersFactors> {
  const [codes] = totp ? await records.find(TOTP.name, owner) : []
  return {
    passkeys: passkeys ? await records.count(PASSKEYS.name, owner) : 0,
    totp: codes !== undefined && codes.confirmedAt !== null,
    recoveryCodes: await records.count(RECOVERY_CODES.name, owner),
  }
}

/** Methods for the second step. Recovery codes alone don't count: they replace a factor. */
export function methodsOf({ passkeys, totp, recoveryCodes }: UsersFactors): readonly SecondFactor[] {
  if (passkeys === 0 && !totp) return []
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
  ]
}
