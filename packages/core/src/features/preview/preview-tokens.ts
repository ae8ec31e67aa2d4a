import { LONGEST_TOKEN } from '../../contracts/auth.ts'
import type { Actor } from '../../contracts/access.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { RecordWriter } from '../../contracts/records.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { KeyScopes } from '../../contracts/key-scopes.ts'
import type { Caller } from '../../contracts/operation.ts'
import { parseJson } from '../../content/parse-json.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { keyIdOf, makerNow } from '../../engine/identity/maker-now.ts'
import { hashOfToken, newToken } from '../../engine/identity/tokens.ts'
import { PREVIEW_TOKENS } from './preview-table.ts'

/** Sets them apart from API keys, which come in the same header. */
const PREFIX = 'qp_'

/** Of one user: whoever makes one more ends the oldest. */
const MOST_TOKENS = 1_000

export interface PreviewToken {
  readonly token: string
  readonly expiresAt: string
}

/** What a token is for: a document, and what it opens beside it. */
export interface Previewed {
  readonly documentId: string
  readonly populate: JsonObject | null
}

/** A token for the document that the call names, which opens what its maker may see of it. */
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
    makerKey: keyIdOf(call),
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

/** A token that is good: who made it, with the rights that are left of it now, and what it opens. */
export interface GoodToken {
  /** A token shows no more than the key that made it can. */
  readonly maker: Pick<Caller, 'actor' | 'key' | 'scopes'>
  readonly populate: JsonObject | null
}

/** What a token for this document says. Any other token is not valid, whatever is wrong with it. */
export async function goodToken(call: Call, token: string, documentId: string | null): Promise<GoodToken> {
  const { runtime, entity } = call
  const [found] = await readerOf(call).records.find(PREVIEW_TOKENS.name, tokenMatch(call, token))
  const isForThis = found && found.kind === entity.kind && found.slug === entity.slug && found.documentId === documentId
  if (!isForThis) throw invalidPreview()
  const { populate, scopes, makerCollection: collection, makerId: id, makerKey: key } = found
  const maker = await makerNow(runtime, { collection, id, key })
  if (!maker) throw invalidPreview()
  const scopesThen = scopes === null ? undefined : (parseJson(scopes) as KeyScopes)
  return {
    maker: key === null ? { ...maker, scopes: scopesThen } : maker,
    populate: populate === null ? null : (parseJson(populate) as JsonObject),
  }
}

/** Matches a token that is still good. By its hash alone: the secret itself is never compared. */
export function tokenMatch({ runtime }: Call, token: string) {
  const tokenHash = hashOfToken(token.slice(0, LONGEST_TOKEN))
  return { tokenHash, expiresAt: { above: runtime.clock().toISOString() } }
}

export function invalidPreview(): QuireError {
  return new QuireError('invalid_token', 'The preview token is not valid for this, or has expired. Ask for a new one.')
}
