import { type Call, defineOperation, type EntityKind, type Operation, PRESENTATION } from '@quirecms/core/feature'
import { previewRead, shownByToken } from './shown-preview.ts'

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
