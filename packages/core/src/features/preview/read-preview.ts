import type { EntityKind } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import { type Call, defineOperation, documentId, type ForOthers, readerOf } from '../../engine/call.ts'
import { beforeOperation } from '../../engine/execute.ts'
import { lookIfAllowed, notFound } from '../../engine/read/find-document.ts'
import { scopeOf } from '../../engine/source.ts'
import { PRESENTATION } from '../../query/parameters.ts'
import { readForThePublic } from './opened-places.ts'
import { goodToken, invalidPreview } from './preview-tokens.ts'

/**
 * Reads what a token was made for, with the rights that its maker has now. `newest` is what a read must ask for to get the newest
 * content.
 */
export function readPreview(kind: EntityKind, newest: Readonly<Record<string, unknown>>): Operation<Call> {
  const isGlobal = kind === 'global'
  return defineOperation({
    name: 'preview',
    description:
      'The newest content of the document, published or not, with the rights of the user who made the token. Other documents in the answer are those that the public reads, and those that the token opens.',
    summary: isGlobal ? 'Read the newest content of the global, with a token' : 'Read the newest content, with a token',
    endpoint: { method: 'GET', path: isGlobal ? '' : '/{id}', base: 'preview' },
    local: { method: 'preview', args: isGlobal ? ['params.token'] : ['id', 'params.token'] },
    parameters: PRESENTATION,
    body: { kind: 'none' },
    ifMatch: false,
    answer: { kind: 'doc', status: 200 },
    credentials: 'preview',
    async run(call) {
      const { caller, input } = call
      const { maker, populate } = await goodToken(call, tokenOf(call), documentId(call))
      const { actor, key, scopes } = maker
      const forMaker: Call = { ...call, caller: { ...caller, actor, key, scopes, credential: undefined } }
      await checkRight(forMaker)
      const read = call.entity.operations['read']
      if (!read) throw notFound()
      // What the token opens is shown, unless the reader says what it wants.
      const isAsked = input.query['populate'] !== undefined || input.query['depth'] !== undefined
      const query = { ...input.query, ...(populate && !isAsked && { populate }), ...newest }
      const reading: Call = { ...forMaker, operation: read, input: { ...input, query } }
      return read.run(await beforeOperation({ ...reading, others: othersIn(reading, populate) }, read))
    },
  })
}

/** A token that opens what is not there any more was made for another application. */
function othersIn(call: Call, populate: JsonObject | null): ForOthers {
  try {
    return readForThePublic(call, populate)
  } catch {
    throw invalidPreview()
  }
}

/** In the header of a request; in process, an argument. */
function tokenOf({ caller: { credential }, input: { params } }: Call): string {
  return credential?.kind === 'preview' ? credential.token : (params['token'] ?? '')
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
