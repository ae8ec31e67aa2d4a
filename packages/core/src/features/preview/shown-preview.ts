import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import { type Call, documentId, type ForOthers, readerOf } from '../../engine/call.ts'
import { beforeOperation } from '../../engine/execute.ts'
import { lookIfAllowed, notFound } from '../../engine/read/find-document.ts'
import { scopeOf } from '../../engine/source.ts'
import { readForThePublic } from './opened-places.ts'
import { goodToken, invalidPreview } from './preview-tokens.ts'

/** Whose preview is shown, and what it opens beside the document. */
export interface Shown {
  readonly call: Call
  readonly populate: JsonObject | null
}

/** What the token of a call shows, with the rights that its maker has now. */
export async function shownByToken(call: Call, token: string): Promise<Shown> {
  const { maker, populate } = await goodToken(call, token, documentId(call))
  const { actor, key, scopes } = maker
  const forMaker: Call = { ...call, caller: { ...call.caller, actor, key, scopes, credential: undefined } }
  await checkRight(forMaker)
  return { call: forMaker, populate }
}

/** The read that a preview is, of the newest content: `newest` is what a read must ask for to get that. */
export async function previewRead(
  { call, populate }: Shown,
  newest: Readonly<Record<string, unknown>>,
): Promise<{ readonly read: Operation<Call>; readonly reading: Call }> {
  const { input, entity } = call
  const read = entity.operations['read']
  if (!read) throw notFound()
  // What the token opens is shown, unless the reader says what it wants.
  const isAsked = input.query['populate'] !== undefined || input.query['depth'] !== undefined
  const query = { ...input.query, ...(populate && !isAsked && { populate }), ...newest }
  const reading: Call = { ...call, operation: read, input: { ...input, query } }
  return { read, reading: await beforeOperation({ ...reading, others: othersIn(reading, populate) }, read) }
}

/** A token that opens what is not there any more was made for another application. */
function othersIn(call: Call, populate: JsonObject | null): ForOthers {
  try {
    return readForThePublic(call, populate)
  } catch {
    throw invalidPreview()
  }
}

const REFUSALS = new Set(['unauthenticated', 'forbidden', 'not_found'])

/** A token is as good as its maker's right to make it (docs/contract/preview.md#tokens). */
async function checkRight(call: Call): Promise<void> {
  const operation = call.entity.operations['previewToken']
  if (!operation) throw notFound()
  const minting = { ...call, operation, input: { ...call.input, query: {} } }
  try {
    await lookIfAllowed(minting)
  } catch (error) {
    if (!(error instanceof QuireError) || !REFUSALS.has(error.code)) throw error
    throw (await isThere(minting)) ? invalidPreview() : notFound()
  }
}

/** What is in the trash is not found, by its token either. */
async function isThere(call: Call): Promise<boolean> {
  const { table, where } = await scopeOf(call, call.entity, 'changed')
  const id = documentId(call)
  return id !== null && (await readerOf(call).get(table, id, where)) !== null
}
