import type { FieldNode } from '../contracts/field.ts'
import { nodeAt } from '../content/field-tree.ts'
import { createsDocument, type CreatesDocument } from '../engine/kinds/creates-document.ts'

/** Creates a document. `begin` runs before content is prepared, and may refuse. */
export function creating(begin?: CreatesDocument['begin']) {
  return createsDocument({
    name: 'create',
    summary: 'Create a document',
    description: 'Fields that you leave out get their default, or are null.',
    endpoint: { method: 'POST', path: '' },
    local: { method: 'create', args: ['body'] },
    body: { kind: 'document', partial: false },
    rule: 'create',
    capability: { name: 'create', makes: 'document' },
    isNamedHere: ({ entity }, path) => givesNames(nodeAt(entity.fields, path)),
    ...(begin && { begin }),
  })
}

export const create = creating()

/** Whether values of the field are generated, with numbers if taken. */
function givesNames(node: FieldNode | undefined): boolean {
  return node?.type.distinctValue('a', 2, node.options) !== undefined
}
