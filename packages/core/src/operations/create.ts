import type { FieldNode } from '../contracts/field.ts'
import { flatten, nodeAt } from '../content/field-tree.ts'
import { createsDocument, type CreatesDocument } from '../engine/kinds/creates-document.ts'
import { QuireError } from '../contracts/errors.ts'
import type { StoredDocument, Unit } from '../contracts/document-storage.ts'
import type { Call } from '../engine/call.ts'
import { findReadable } from '../engine/read/find-document.ts'
import { copyContent } from '../engine/write/copy-content.ts'
import { prepare } from '../engine/write/prepare.ts'
import { needsTargetLock } from '../engine/write/check-targets.ts'

/** Creates a document. `begin` runs before content is prepared, and may refuse. */
export function creating(begin?: CreatesDocument['begin']) {
  return createsDocument({
    name: 'create',
    summary: 'Create a document',
    description: 'Omitted fields get their default, or null.',
    endpoint: { method: 'POST', path: '' },
    local: { method: 'create', args: ['body'] },
    body: { kind: 'document', partial: false },
    rule: 'create',
    capability: { name: 'create', makes: 'document' },
    isGenerated: ({ entity }, path) => hasDistinctValues(nodeAt(entity.fields, path)),
    ...(begin && { begin }),
  })
}

export const create = creating()

/** Whether the field's type can number a value that is taken: `hello-2`. */
function hasDistinctValues(node: FieldNode | undefined): boolean {
  return node?.type.distinctValue('a', 2, node.options) !== undefined
}

export const duplicate = createsDocument({
  name: 'duplicate',
  summary: 'Duplicate a document',
  description: 'Copies an existing document. The body may set other values for some fields.',
  endpoint: { method: 'POST', path: '/{id}/duplicate' },
  local: { method: 'duplicate', args: ['id', 'body'] },
  body: { kind: 'document', partial: true, optional: true },
  ifMatch: true,
  rule: 'create',
  capability: { name: 'duplicate', makes: 'copy' },
  // All unique values differ in a copy.
  isGenerated: () => true,
  async begin(call, overrides) {
    const { stored: source, table } = await findReadable(call, { checksRevision: true })
    return {
      content: async () => prepare(call, overrides, null, await copyContent(call, source, overrides)),
      hold: (unit) => holdReferences(call, unit, source, table),
    }
  },
})

/**
 * Locks the targets that the copy will reference: a concurrent deletion clears the source first, or the copy
 * afterwards.
 */
async function holdReferences({ entity }: Call, unit: Unit, source: StoredDocument, table: string): Promise<void> {
  if (!flatten(entity.fields).some(needsTargetLock)) return
  const held = await unit.tx.get(table, source.id, undefined, { lock: 'change' })
  if (held?.revision !== source.revision)
    throw new QuireError('conflict', 'The document was changed at the same time. Try again.')
}
