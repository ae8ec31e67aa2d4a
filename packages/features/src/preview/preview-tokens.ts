import {
  type Actor,
  type Call,
  type Caller,
  currentCreator,
  hashOfToken,
  type JsonObject,
  type KeyScopes,
  newToken,
  parseJson,
  QuireError,
  readerOf,
  type RecordWriter,
  column,
  recordTable,
  anyCaller,
  changesRecords,
  type CheckedBody,
} from '@quirecms/core/feature'
import { LONGEST_TOKEN } from '../auth/offers.ts'
import { PREVIEW_TOKEN_API } from './preview-token-api.ts'

/** Distinguishes preview tokens from API keys, which use the same header. */
const PREFIX = 'qp_'

const MOST_TOKENS = 1_000

export interface PreviewToken {
  readonly token: string
  readonly expiresAt: string
}

export interface Previewed {
  readonly documentId: string
  readonly populate: JsonObject | null
}

/** Creates a token for a document of the call's entity, with the rights of its maker. */
export async function makeToken(
  call: Call,
  records: RecordWriter,
  maker: Actor,
  { documentId, populate }: Previewed,
  lifetime: number,
): Promise<PreviewToken> {
  const now = call.runtime.clock()
  const token = newToken(PREFIX)
  const expiresAt = new Date(now.getTime() + lifetime).toISOString()
  const { kind, slug } = call.entity
  const by = { makerCollection: maker.collection, makerId: maker.id }
  await records.insert(PREVIEW_TOKENS.name, {
    tokenHash: hashOfToken(token),
    kind,
    slug,
    documentId,
    ...by,
    populate: populate && JSON.stringify(populate),
    makerKey: call.caller.key?.id ?? null,
    scopes: call.caller.scopes ? JSON.stringify(call.caller.scopes) : null,
    createdAt: now.toISOString(),
    expiresAt,
  })
  const newestFirst = {
    sort: { column: 'createdAt', descending: true },
    offset: MOST_TOKENS,
    limit: MOST_TOKENS,
  } as const
  for (const { tokenHash } of await records.find(PREVIEW_TOKENS.name, by, newestFirst)) {
    await records.remove(PREVIEW_TOKENS.name, { tokenHash })
  }
  return { token, expiresAt }
}

/** A valid token: its maker with the maker's current rights, and the relationships that it opens. */
export interface GoodToken {
  /** Includes the key that made the token: the token shows no more than the key may read. */
  readonly maker: Pick<Caller, 'actor' | 'key' | 'scopes'>
  readonly populate: JsonObject | null
}

export async function goodToken(call: Call, token: string, documentId: string | null): Promise<GoodToken> {
  const { runtime, entity } = call
  const [found] = await readerOf(call).records.find(PREVIEW_TOKENS.name, tokenMatch(call, token))
  const isForThis = found && found.kind === entity.kind && found.slug === entity.slug && found.documentId === documentId
  if (!isForThis) throw invalidPreview()
  const { populate, scopes, makerCollection: collection, makerId: id, makerKey: key } = found
  const maker = await currentCreator(runtime, { collection, id, key })
  if (!maker) throw invalidPreview()
  const scopesThen = scopes === null ? undefined : (parseJson(scopes) as KeyScopes)
  return {
    maker: key === null ? { ...maker, scopes: scopesThen } : maker,
    populate: populate === null ? null : (parseJson(populate) as JsonObject),
  }
}

/** Matches an unexpired token by its hash: the secret itself is never compared. */
function tokenMatch({ runtime }: Call, token: string) {
  const tokenHash = hashOfToken(token.slice(0, LONGEST_TOKEN))
  return { tokenHash, expiresAt: { above: runtime.clock().toISOString() } }
}

export function invalidPreview(): QuireError {
  return new QuireError('invalid_token', 'The preview token is not valid for this, or has expired. Ask for a new one.')
}

/** Preview tokens by hash, with their document and their maker. */
export const PREVIEW_TOKENS = recordTable({
  name: 'preview-tokens',
  columns: {
    tokenHash: column.text(),
    kind: column.text(),
    slug: column.text(),
    documentId: column.text(),
    makerCollection: column.text(),
    makerId: column.text(),
    // Relationships that the token opens, as JSON.
    populate: column.textOrNull(),
    // Scopes of the maker's credential when the token was created, as JSON. For a token made with a key, the key's
    // current scopes count instead.
    scopes: column.textOrNull(),
    // The API key that the token was created with: the token ends with it.
    makerKey: column.textOrNull(),
    createdAt: column.text(),
    expiresAt: column.text(),
  },
  namingColumns: [
    { column: 'slug', holds: 'entity', kind: 'kind', document: 'documentId' },
    { column: 'makerCollection', holds: 'collection' },
  ],
  key: ['tokenHash'],
  expires: { column: 'expiresAt' },
  indexes: [
    { columns: ['kind', 'slug', 'documentId'], unique: false },
    { columns: ['makerCollection', 'makerId', 'createdAt'], unique: false },
    { columns: ['expiresAt'], unique: false },
  ],
})

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
