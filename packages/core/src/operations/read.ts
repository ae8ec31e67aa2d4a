import { defineOperation } from '../engine/call.ts'
import { beforeRead } from '../engine/hooks.ts'
import { findReadable } from '../engine/read/find-document.ts'
import { presentOne } from '../engine/read/present.ts'
import { requestedPresentation } from '../engine/read/read-request.ts'
import { PRESENTATION } from '../query/parameters.ts'

export const read = defineOperation({
  name: 'read',
  summary: 'Read one document',
  description: 'The document, if there is one with this id that you may read.',
  endpoint: { method: 'GET', path: '/{id}' },
  local: { method: 'findOne', args: ['id'] },
  parameters: PRESENTATION,
  body: { kind: 'none' },
  ifMatch: false,
  cacheable: true,
  answer: { kind: 'doc', status: 200 },
  rule: 'read',
  capability: { name: 'read' },
  async run(call) {
    const presentation = await requestedPresentation(call)
    const stored = await findReadable(call, () => beforeRead(call))
    return { kind: 'doc', doc: await presentOne(call, stored, presentation) }
  },
})
