import {
  type Answer,
  type Call,
  execute,
  inTransaction,
  isObject,
  type JsonObject,
  type JsonValue,
  newestCopies,
  type OperationInput,
  QuireError,
} from '@quirecms/core/feature'
import type { RowDocument } from './row-documents.ts'

export interface Saving {
  readonly upsertBy: string | undefined
  readonly publish: boolean
  /** Locale of the content; `all` if rows contain several. */
  readonly locale: string | undefined
}

export type Saved = 'created' | 'updated'

/** Creates or updates the document of a row with the operations of single calls and the caller's rights. */
export function saveRow(call: Call, saving: Saving, row: RowDocument): Promise<Saved> {
  return inTransaction(call, async () => {
    const { answer, isMade } = await write(call, saving, row)
    if (saving.publish && answer.kind === 'doc' && answer.doc.value['_status'] !== 'published')
      await run(call, 'publish', { id: answer.doc.id })
    return isMade ? 'created' : 'updated'
  })
}

async function write(
  call: Call,
  { upsertBy, publish, locale }: Saving,
  { id, data, isNew }: RowDocument,
): Promise<{ answer: Answer; isMade: boolean }> {
  const localized = locale === undefined ? {} : { locale }
  const making = { query: { ...localized, ...(publish && { publish }) }, body: isNew }
  if (upsertBy === undefined || (upsertBy === 'id' && id === null))
    return { answer: await make(call, making), isMade: true }
  if (upsertBy === 'id' && id !== null)
    return { answer: await run(call, 'update', { id, query: localized, body: data }), isMade: false }
  const query = { ...localized, by: upsertBy }
  // Empty cells clear fields of an existing document, and mean the default in a new one, so look it up first.
  const isSame = Object.keys(data).length === 0 || JSON.stringify(data) === JSON.stringify(isNew)
  const body = isSame || (await isThere(call, upsertBy, isNew)) ? data : isNew
  const answer = await run(call, 'upsert', { query, body })
  return { answer, isMade: answer.kind === 'doc' && answer.isCreated === true }
}

function make(call: Call, input: Partial<OperationInput>): Promise<Answer> {
  if (call.entity.operations['create']) return run(call, 'create', input)
  const message = 'New documents of this collection cannot be imported. Rows with the id of a document change it.'
  throw new QuireError('invalid_state', message)
}

async function isThere(call: Call, by: string, data: JsonObject): Promise<boolean> {
  const value = by.split('.').reduce<JsonValue | undefined>((at, name) => (isObject(at) ? at[name] : undefined), data)
  if (value === undefined) return false
  const query = { ...newestCopies(call.entity.operations['list']), where: { [by]: { equals: value } }, limit: 1 }
  const found = await run(call, 'list', { query, withoutTotal: true })
  return found.kind === 'list' && found.docs.length > 0
}

function run(call: Call, operation: string, input: Partial<OperationInput>): Promise<Answer> {
  return execute(call.runtime, call.entity, operation, { query: {}, params: {}, ...input }, call.caller)
}
