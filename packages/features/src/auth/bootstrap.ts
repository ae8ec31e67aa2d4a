import { timingSafeEqual } from 'node:crypto'
import { answersValue, anyCaller, type Call, hashOfToken, QuireError, readerOf } from '@quirecms/core/feature'
import { BOOTSTRAPS } from './auth-tables.ts'
import { SIGN_IN_API } from './sign-in-api.ts'
import { authOf } from './users.ts'

export const bootstrap = answersValue({
  ...SIGN_IN_API.bootstrap,
  credentials: 'none',
  authorize: anyCaller,
  answers: async ({ call }) => ({ available: await isAvailable(call) }),
})

async function isAvailable(call: Call): Promise<boolean> {
  if (!authOf(call).bootstrap) return false
  return (await readerOf(call).records.count(BOOTSTRAPS.name, { collection: call.entity.slug })) === 0
}

/**
 * Whether this call creates the first user: without credentials, while the collection has never had a user. With
 * `QUIRE_BOOTSTRAP_TOKEN` set, the request must send it (docs/contract/authentication.md#bootstrap).
 */
export async function isBootstrapCall(call: Call): Promise<boolean> {
  if (call.caller.actor || call.caller.system || !(await isAvailable(call))) return false
  const expected = process.env['QUIRE_BOOTSTRAP_TOKEN']
  if (expected === undefined || expected === '') return true
  const given = call.input.headers?.['x-bootstrap-token'] ?? ''
  const isSame = timingSafeEqual(Buffer.from(hashOfToken(given)), Buffer.from(hashOfToken(expected)))
  if (!isSame)
    throw new QuireError(
      'forbidden',
      'The bootstrap token is missing or wrong. Send it in the header X-Bootstrap-Token.',
    )
  return true
}
