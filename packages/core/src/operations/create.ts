import type { Condition } from '../contracts/condition.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { Operation } from '../contracts/operation.ts'
import { nodeAt } from '../content/field-tree.ts'
import { ask, refuse } from '../engine/access.ts'
import { type Call, defineOperation } from '../engine/call.ts'
import { matches } from '../engine/read/find-document.ts'
import { presentWritten } from '../engine/read/present.ts'
import { requestedPresentation } from '../engine/read/read-request.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { prepare, refuseInput } from '../engine/write/prepare.ts'
import { insertDocument, type RevisionState } from '../engine/write/save.ts'
import { untilNamesAreFree } from '../engine/write/until-names-are-free.ts'
import { ALWAYS, allOf } from '../query/combine-conditions.ts'
import { PRESENTATION } from '../query/parameters.ts'

/** What a new document is to be, if not simply written. */
export interface Creation {
  readonly demandsComplete?: true
  readonly state?: RevisionState
  /** What the document must meet once it is there, besides the rule to create it. */
  readonly allowed?: Condition
}

/** Makes a document. `beginning` is asked before anything is prepared, and may refuse. */
export function creating(beginning: (call: Call, data: JsonObject) => Promise<Creation>): Operation<Call> {
  return defineOperation({
    name: 'create',
    summary: 'Create a document',
    description: 'Fields that you leave out get their default, or are null.',
    endpoint: { method: 'POST', path: '' },
    local: { method: 'create', args: ['body'] },
    parameters: PRESENTATION,
    body: { kind: 'document', partial: false },
    ifMatch: false,
    answer: { kind: 'doc', status: 201 },
    rule: 'create',
    capability: { name: 'create', makes: 'document' },
    async run(call) {
      const data = call.input.body ?? {}
      const presentation = await requestedPresentation(call)
      const allowed = await ask(call, 'create', { data })
      if (allowed.kind === 'never') throw refuse(call)
      const { state, allowed: also = ALWAYS, ...demands } = await beginning(call, data)
      const writing: Call = { ...call, ...demands }
      await refuseInput(writing, data, 'create', () => prepare(writing, data, null))
      const isNamedHere = (path: string) => givesNames(nodeAt(call.entity.fields, path))
      const stored = await untilNamesAreFree(data, isNamedHere, () =>
        inTransaction(call, async (unit) => {
          const content = await prepare(writing, data, null)
          const document = await insertDocument(call, unit, content, state)
          if (!(await matches(call, document.id, allOf([allowed, also])))) throw refuse(call)
          return document
        }),
      )
      return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
    },
  })
}

export const create = creating(async () => ({}))

/** Whether values of the field are made from others, and numbered where they are taken. */
function givesNames(node: FieldNode | undefined): boolean {
  return node?.type.another('a', 2, node.options) !== undefined
}
