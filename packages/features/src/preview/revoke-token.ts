import { anyCaller, changesRecords, type CheckedBody, QuireError, readerOf } from '@quirecms/core/feature'
import { PREVIEW_TOKENS } from './preview-table.ts'
import { PREVIEW_TOKEN_API } from './preview-token-api.ts'
import { tokenMatch } from './preview-tokens.ts'

/** Revokes a token. The token is the only proof that is needed. */
export const revokePreviewToken = changesRecords({
  ...PREVIEW_TOKEN_API.revokePreviewToken,
  accessAction: 'preview.tokenRevoked',
  looksUpBody: true,
  authorize: anyCaller,
  inEveryScope: true,
  request: (call) =>
    tokenMatch(call, (call.input.body as CheckedBody<typeof PREVIEW_TOKEN_API.revokePreviewToken>).token),
  async begin({ call, request: match }) {
    // The operation needs no credentials: refuse guesses before a transaction begins.
    if ((await readerOf(call).records.count(PREVIEW_TOKENS.name, match)) === 0) throw noSuchToken()
  },
  async run({ unit, request: match }) {
    if ((await unit.tx.records.remove(PREVIEW_TOKENS.name, match)) === 0) throw noSuchToken()
    return { kind: 'value', value: { revoked: true } }
  },
})

function noSuchToken(): QuireError {
  return new QuireError('not_found', 'There is no such preview token, or it has expired.')
}
