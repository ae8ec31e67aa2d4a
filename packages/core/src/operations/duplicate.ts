import type { JsonObject } from '../contracts/json.ts'
import { ask, refuse } from '../engine/access.ts'
import { defineOperation } from '../engine/call.ts'
import { deniedFields } from '../engine/field-access.ts'
import { checkRevision, findReadable, matches } from '../engine/read/find-document.ts'
import { asEvaluated, forApplication, presentOne } from '../engine/read/present.ts'
import { requestedPresentation } from '../engine/read/read-request.ts'
import { inTransaction } from '../engine/unit-of-work.ts'
import { renameUniqueValues, resetFields } from '../engine/write/copy-content.ts'
import { prepare } from '../engine/write/prepare.ts'
import { insertDocument } from '../engine/write/save.ts'
import { PRESENTATION } from '../query/parameters.ts'

export const duplicate = defineOperation({
  name: 'duplicate',
  summary: 'Make a copy of a document',
  endpoint: { method: 'POST', path: '/{id}/duplicate' },
  local: { method: 'duplicate', args: ['id', 'body'] },
  parameters: PRESENTATION,
  body: { kind: 'document', partial: true, optional: true },
  ifMatch: true,
  answer: { kind: 'doc', status: 201 },
  async run(call) {
    const overrides = call.input.body ?? {}
    const presentation = requestedPresentation(call)
    const stored = await inTransaction(call.runtime.storage, call.caller.context, async (unit) => {
      const allowed = await ask(call, 'create', { id: call.input.id, data: overrides })
      if (allowed.kind === 'never') throw refuse(call)
      const source = await findReadable(call)
      checkRevision(source, call.input.ifMatch)
      const { fields } = call.entity
      const subject = { id: source.id, doc: forApplication(call, source), data: overrides }
      const evaluated = asEvaluated(call.entity, source)
      const content = JSON.parse(source.json) as JsonObject
      for (const right of ['read', 'create'] as const) {
        await resetFields(call, fields, content, await deniedFields(call, call.entity, right, subject, evaluated))
      }
      await renameUniqueValues(call, content)
      const document = await insertDocument(call, unit, await prepare(call, overrides, null, content))
      if (!(await matches(call, document.id, allowed))) throw refuse(call)
      return document
    })
    return { kind: 'doc', doc: await presentOne(call, stored, presentation) }
  },
})
