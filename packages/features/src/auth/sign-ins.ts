import {
  allOf,
  answersValue,
  ask,
  type CheckedBody,
  type Condition,
  type DescribedOperations,
  findManyInSource,
  type OperationMethods,
  readerOf,
  requireScope,
  sourceOf,
  takesObject,
  answersObject,
} from '@quirecms/core/feature'
import { LAST_SIGN_INS } from './auth-tables.ts'
import { refuseStrangers } from './invitations/invited.ts'

export const SIGN_INS_API = {
  signIns: {
    name: 'listSignIns',
    summary: 'Read when users last signed in',
    description: 'For the users in `ids` whom you may read and unlock. Omits users without a recorded sign-in.',
    endpoint: { method: 'POST', path: '/sign-ins', base: 'auth' },
    local: { method: 'signIns', args: ['body'] },
    body: takesObject({ ids: { type: 'array', items: { type: 'string' }, maxItems: 100 } }),
    answer: answersObject({
      docs: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'lastSignInAt'],
          properties: { id: { type: 'string' }, lastSignInAt: { type: 'string', format: 'date-time' } },
        },
      },
    }),
  },
} as const satisfies DescribedOperations

export type SignInsApi<Options> = OperationMethods<typeof SIGN_INS_API, Options>

export const listSignIns = answersValue({
  ...SIGN_INS_API.signIns,
  // The operation checks the rules for reading and unlocking users itself, including the scopes of a key.
  inEveryScope: true,
  authorize: refuseStrangers,
  async answers({ call }) {
    requireScope(call, 'unlock')
    const { ids } = call.input.body as CheckedBody<typeof SIGN_INS_API.signIns>
    const { table, where, fallback } = await sourceOf(call)
    const allowed = await ask(call, 'unlock', {})
    const narrowed = (place: { readonly table: string; readonly where: Condition }) => ({
      table: place.table,
      where: allOf([place.where, allowed]),
    })
    const source = { ...narrowed({ table, where }), ...(fallback && { fallback: narrowed(fallback) }) }
    const users = await findManyInSource(call, source, ids)
    const rows = await readerOf(call).records.find(LAST_SIGN_INS.name, {
      collection: call.entity.slug,
      userId: { oneOf: users.map(({ id }) => id) },
    })
    return { docs: rows.map(({ userId, at }) => ({ id: userId, lastSignInAt: at })) }
  },
})
