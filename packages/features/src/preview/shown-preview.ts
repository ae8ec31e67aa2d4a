import {
  beforeOperation,
  type Call,
  documentId,
  type PopulatedBy,
  type JsonObject,
  findPermitted,
  notFound,
  type Operation,
  QuireError,
  readerOf,
  scopeOf,
  defineOperation,
  type EntityKind,
  PRESENTATION,
} from '@quirecms/core/feature'
import { readForThePublic } from './mint-token.ts'
import { goodToken, invalidPreview } from './preview-tokens.ts'

/** A preview: a call with the rights that it is read with, and the relationships that it opens. */
export interface ShownPreview {
  readonly call: Call
  readonly populate: JsonObject | null
}

/** The preview of a call's token, with the current rights of the token's maker. */
export async function shownByToken(call: Call, token: string): Promise<ShownPreview> {
  const { maker, populate } = await goodToken(call, token, documentId(call))
  const { actor, key, scopes } = maker
  const forMaker: Call = { ...call, caller: { ...call.caller, actor, key, scopes, credential: undefined } }
  await checkRight(forMaker)
  return { call: forMaker, populate }
}

/** The read operation of a preview, and its call. `newest` is the query that makes it return the newest content. */
export async function previewRead(
  { call, populate }: ShownPreview,
  newest: Readonly<Record<string, unknown>>,
): Promise<{ readonly read: Operation<Call>; readonly reading: Call }> {
  const { input, entity } = call
  const read = entity.operations['read']
  if (!read) throw notFound()
  // Populate what the token opens, unless the client asks for something else.
  const isAsked = input.query['populate'] !== undefined || input.query['depth'] !== undefined
  const query = { ...input.query, ...(populate && !isAsked && { populate }), ...newest }
  const reading: Call = { ...call, operation: read, input: { ...input, query } }
  return { read, reading: await beforeOperation({ ...reading, populatedBy: populatedByIn(reading, populate) }, read) }
}

/** A token that opens fields which no longer exist is invalid. */
function populatedByIn(call: Call, populate: JsonObject | null): PopulatedBy {
  try {
    return readForThePublic(call, populate)
  } catch {
    throw invalidPreview()
  }
}

const REFUSALS = new Set(['unauthenticated', 'forbidden', 'not_found'])

/** A token is only valid while its maker may create it (docs/contract/preview.md#tokens). */
async function checkRight(call: Call): Promise<void> {
  const operation = call.entity.operations['previewToken']
  if (!operation) throw notFound()
  const minting = { ...call, operation, input: { ...call.input, query: {} } }
  try {
    await findPermitted(minting)
  } catch (error) {
    if (!(error instanceof QuireError) || !REFUSALS.has(error.code)) throw error
    throw (await isThere(minting)) ? invalidPreview() : notFound()
  }
}

/** A document in the trash is not found, with a token either. */
async function isThere(call: Call): Promise<boolean> {
  const { table, where } = await scopeOf(call, call.entity, 'changed')
  const id = documentId(call)
  return id !== null && (await readerOf(call).get(table, id, where)) !== null
}

/**
 * Reads the document of a token, with the current rights of its maker. `newest` is the query that makes a read return
 * the newest content.
 */
export function readPreview(kind: EntityKind, newest: Readonly<Record<string, unknown>>): Operation<Call> {
  const isGlobal = kind === 'global'
  return defineOperation({
    name: 'preview',
    description:
      'The newest content of the document, published or not, with the rights of the user who created the token. Other documents in the response are read as anonymous callers see them, except those that the token opens.',
    summary: isGlobal ? 'Read the newest content of the global, with a token' : 'Read the newest content, with a token',
    endpoint: { method: 'GET', path: isGlobal ? '' : '/{id}', base: 'preview' },
    local: { method: 'preview', args: isGlobal ? ['params.token'] : ['id', 'params.token'] },
    parameters: PRESENTATION,
    body: { kind: 'none' },
    ifMatch: false,
    answer: { kind: 'doc', status: 200 },
    credentials: 'preview',
    async run(call) {
      const { read, reading } = await previewRead(await shownByToken(call, tokenOf(call)), newest)
      return read.run(reading)
    },
  })
}

/** From the header of a request, or from an argument in process. */
function tokenOf({ caller: { credential }, input: { params } }: Call): string {
  return credential?.kind === 'preview' ? credential.token : (params['token'] ?? '')
}
