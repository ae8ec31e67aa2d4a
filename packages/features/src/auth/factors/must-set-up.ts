import type { Actor, FactorOptions, SecondFactor, SessionFactor } from '@quirecms/core/feature'

/** A session that was begun with one of these has a second factor. */
const FACTORS: readonly SecondFactor[] = ['totp', 'passkey', 'recovery']

/**
 * Whether the user of this session must set up a second factor before anything else. Not if the session began with a
 * second factor, or at a provider, which applies its own policy.
 */
export async function mustSetUp(
  { required }: FactorOptions,
  shown: readonly SessionFactor[],
  actor: Actor,
): Promise<boolean> {
  if (required === 'optional' || shown.includes('provider')) return false
  if (FACTORS.some((one) => shown.includes(one))) return false
  if (required === 'required') return true
  // Fails closed: any answer but `false` means that a second factor is required.
  const answer: unknown = await required({ actor })
  return answer !== false
}
