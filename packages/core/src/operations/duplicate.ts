import { QuireError } from '../contracts/errors.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { StoredDocument } from '../contracts/storage.ts'
import type { Unit } from '../contracts/unit-of-work.ts'
import { flatten } from '../content/field-tree.ts'
import { ask, refuse } from '../engine/access.ts'
import { type Call, defineOperation } from '../engine/call.ts'
import { deniedFields } from '../engine/field-access.ts'
import { checkRevision, findCopy, matches } from '../engine/read/find-document.ts'
import { asEvaluated, forApplication, presentWritten } from '../engine/read/present.ts'
import { requestedPresentation } from '../engine/read/read-request.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { renameUniqueValues, resetFields } from '../engine/write/copy-content.ts'
import { prepare, refuseInput } from '../engine/write/prepare.ts'
import { holdsTarget } from '../engine/write/references.ts'
import { insertDocument } from '../engine/write/save.ts'
import { untilNamesAreFree } from '../engine/write/until-names-are-free.ts'
import { PRESENTATION } from '../query/parameters.ts'
import { parseJson } from '../content/parse-json.ts'

export const duplicate = defineOperation({
  name: 'duplicate',
  summary: 'Duplicate a document',
  description: 'Makes a new document of an existing one. The body may give some fields other values.',
  endpoint: { method: 'POST', path: '/{id}/duplicate' },
  local: { method: 'duplicate', args: ['id', 'body'] },
  parameters: PRESENTATION,
  body: { kind: 'document', partial: true, optional: true },
  ifMatch: true,
  answer: { kind: 'doc', status: 201 },
  rule: 'create',
  capability: { name: 'duplicate', makes: 'copy' },
  async run(call) {
    const overrides = call.input.body ?? {}
    const presentation = await requestedPresentation(call)
    const allowed = await ask(call, 'create', { id: call.input.id, data: overrides })
    if (allowed.kind === 'never') throw refuse(call)
    const { stored: source, table } = await findCopy(call)
    checkRevision(source, call.input.ifMatch)
    const prepareCopy = async () => prepare(call, overrides, null, await copyContent(call, source, overrides))
    await refuseInput(call, overrides, 'create', prepareCopy)
    const stored = await untilNamesAreFree(overrides, isAnyField, () =>
      inTransaction(call, async (unit) => {
        await holdReferences(call, unit, source, table)
        const document = await insertDocument(call, unit, await prepareCopy())
        if (!(await matches(call, document.id, allowed))) throw refuse(call)
        return document
      }),
    )
    return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
  },
})

/** All that is unique gets another value in a copy. */
const isAnyField = () => true

/** What the copy is about to point to may be going: then it is taken out of the source first, or after the copy is there. */
async function holdReferences({ entity }: Call, unit: Unit, source: StoredDocument, table: string): Promise<void> {
  if (!flatten(entity.fields).some(holdsTarget)) return
  const held = await unit.tx.get(table, source.id, undefined, { lock: 'change' })
  if (held?.revision !== source.revision)
    throw new QuireError('conflict', 'The document was changed at the same time. Try again.')
}

/** The source's content, as far as the caller may copy it. */
export async function copyContent(call: Call, source: StoredDocument, overrides: JsonObject): Promise<JsonObject> {
  const { entity, caller } = call
  const doc = forApplication(call, source)
  const unread = await deniedFields(call, entity, 'read', { id: source.id, doc }, asEvaluated(entity, source))
  const uncreated = await deniedFields(call, entity, 'create', { data: overrides }, null)
  const content = parseJson(source.json) as JsonObject
  await renameUniqueValues(call, content)
  await resetFields(call, entity.fields, content, ({ path, hidden }) => {
    return Boolean((hidden && !caller.system) || unread?.has(path) || uncreated?.has(path))
  })
  return content
}
