import { type Actor, type FactorOptions, SECOND_FACTORS, type SessionFactor } from '@quirecms/core/feature'

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
  if (SECOND_FACTORS.some((one) => shown.includes(one))) return false
  if (required === 'required') return true
  // Fails closed: any answer but `false` means that a second factor is required.
  const answer: unknown = await required({ actor })
  return answer !== false
}
