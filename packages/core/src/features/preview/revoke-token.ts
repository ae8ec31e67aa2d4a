import { QuireError } from '../../contracts/errors.ts'
import { defineOperation } from '../../engine/call.ts'
import { inTransaction } from '../../engine/unit-of-work.ts'
import { PREVIEW_TOKENS } from './preview-table.ts'
import { tokenMatch } from './preview-tokens.ts'

/** Ends a token. Whoever holds it may: there is nothing else to prove (contract 14, Preview). */
export const revokePreviewToken = defineOperation({
  name: 'revokePreviewToken',
  summary: 'Revoke a preview token',
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
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['revoked'], properties: { revoked: { const: true } } },
  },
  async run(call) {
    const { token } = call.input.body as { token: string }
    const revoked = await inTransaction(call.runtime.storage, call.caller.context, ({ tx }) =>
      tx.records.remove(PREVIEW_TOKENS.name, tokenMatch(call, token)),
    )
    if (revoked === 0) throw new QuireError('not_found', 'There is no such preview token, or it has expired.')
    return { kind: 'value', value: { revoked: true } }
  },
})
