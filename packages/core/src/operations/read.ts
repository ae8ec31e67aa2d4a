import { readsDocument } from '../engine/kinds/reads-documents.ts'
import { presentOne } from '../engine/read/present.ts'
import { requestedPresentation } from '../engine/read/requested.ts'
import { PRESENTATION } from '../query/parameters.ts'
import type { Operation } from '../contracts/operation.ts'
import type { Call } from '../engine/call.ts'

export const read = readsDocument({
  name: 'read',
  summary: 'Read one document',
  description: 'The document with this id, if it exists and you may read it.',
  endpoint: { method: 'GET', path: '/{id}' },
  local: { method: 'findOne', args: ['id'] },
  parameters: PRESENTATION,
  cacheable: true,
  answer: { kind: 'doc', status: 200 },
  capability: { name: 'read' },
  request: requestedPresentation,
  async answers({ call, document, request: presentation }) {
    return { kind: 'doc', doc: await presentOne(call, document, presentation) }
  },
})

export const readGlobal: Operation<Call> = {
  ...read,
  summary: 'Read the global',
  description: 'A global always exists. Until the first write, it contains its defaults.',
  endpoint: { method: 'GET', path: '' },
  local: { method: 'get', args: [] },
}
