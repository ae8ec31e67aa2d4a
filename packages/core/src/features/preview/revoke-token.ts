import { QuireError } from '../../contracts/errors.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { PREVIEW_TOKENS } from './preview-table.ts'
import { tokenMatch } from './preview-tokens.ts'

/** Ends a token. Whoever holds it may: there is nothing else to prove. */
export const revokePreviewToken = defineOperation({
  name: 'revokePreviewToken',
  summary: 'Revoke a preview token',
  description: 'Anybody who has the token can revoke it.',
  endpoint: { method: 'POST', path: '/preview/token/revoke' },
  local: { method: 'revokePreviewToken', args: ['body'] },
  parameters: [],
  body: {
    kind: 'schema',
    schema: {
      type: 'object',
      required: ['token'],
      additionalProperties: false,
      properties: { token: { type: 'string' } },
    },
  },
  ifMatch: false,
  looksUpBody: true,
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['revoked'], properties: { revoked: { const: true } } },
  },
  async run(call) {
    const { token } = call.input.body as { token: string }
    const match = tokenMatch(call, token)
    // Anybody may ask, so nobody who guesses gets as far as a transaction.
    const known = await readerOf(call).records.count(PREVIEW_TOKENS.name, match)
    const revoked = known === 0 ? 0 : await remove(call, match)
    if (revoked === 0) throw new QuireError('not_found', 'There is no such preview token, or it has expired.')
    return { kind: 'value', value: { revoked: true } }
  },
})

function remove(call: Call, match: ReturnType<typeof tokenMatch>): Promise<number> {
  return inTransaction(call, ({ tx }) => tx.records.remove(PREVIEW_TOKENS.name, match))
}
