import type { RuleName } from '../../contracts/access.ts'
import type { EntityKind } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Operation } from '../../contracts/operation.ts'
import { type Call, defineOperation } from '../../engine/call.ts'
import { askBeforehand, lookAtAllowed } from '../../engine/read/find-document.ts'
import { inTransaction } from '../../engine/unit-of-work.ts'
import { makeToken } from './preview-tokens.ts'

/** Makes a token for whoever may see what it shows: `rule` is the one that a preview rests on. */
export function mintToken(kind: EntityKind, rule: RuleName, lifetime: number): Operation<Call> {
  const isGlobal = kind === 'global'
  return defineOperation({
    name: 'previewToken',
    description:
      'Whoever has the token can read the newest content for a short time, and nothing else. Nobody can look it up again.',
    summary: isGlobal ? 'Get a token to preview the global' : 'Get a token to preview a document',
    endpoint: { method: 'POST', path: isGlobal ? '/token' : '/{id}/token', base: 'preview' },
    local: { method: 'previewToken', args: isGlobal ? [] : ['id'] },
    parameters: [],
    body: { kind: 'none' },
    ifMatch: false,
    answer: {
      kind: 'value',
      status: 201,
      schema: {
        type: 'object',
        required: ['token', 'expiresAt'],
        properties: { token: { type: 'string' }, expiresAt: { type: 'string', format: 'date-time' } },
      },
    },
    rule,
    capability: { name: 'preview', onlyForUsers: true },
    async run(call) {
      const { id } = await lookAtAllowed(call, await askBeforehand(call))
      const { actor } = call.caller
      // It would be nobody's, and so nobody's rights would end it.
      if (!actor) throw new QuireError('unauthenticated', 'Sign in first: a preview token belongs to a user.')
      const made = await inTransaction(call.runtime.storage, call.caller.context, ({ tx }) =>
        makeToken(call, tx.records, actor, id, lifetime),
      )
      return { kind: 'value', value: { ...made } }
    },
  })
}
