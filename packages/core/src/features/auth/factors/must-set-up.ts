import type { Actor } from '../../../contracts/access.ts'
import { type FactorOptions, SECOND_FACTORS, type SessionFactor } from '../../../contracts/factors.ts'

/**
 * Whether whoever has this session has to set up a second factor before anything else. Whoever has shown one has one, and whoever comes from
 * a provider was asked there for what its organisation wants.
 */
export async function mustSetUp(
  { required }: FactorOptions,
  shown: readonly SessionFactor[],
  actor: Actor,
): Promise<boolean> {
  if (required === 'optional' || shown.includes('provider')) return false
  if (SECOND_FACTORS.some((one) => shown.includes(one))) return false
  if (required === 'required') return true
  // Fails closed: a rule that answers with anything but a plain no means yes.
  const answer: unknown = await required({ actor })
  return answer !== false
}
