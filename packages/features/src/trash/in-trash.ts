import {
  allOf,
  askWithoutDocument,
  type Call,
  type ColumnSpec,
  type Condition,
  equality,
  type LookupPurpose,
  order,
  type Parameter,
  type Source,
  type SystemField,
} from '@quirecms/core/feature'

/** Time of the deletion; null outside of the trash. */
export const deletedAtColumn: ColumnSpec = { name: 'deletedAt', type: 'text', scope: true }

export const deletedAtField: SystemField = {
  name: 'deletedAt',
  column: 'deletedAt',
  schema: { type: ['string', 'null'], format: 'date-time' },
  storedAs: 'instant',
  operators: [...equality, ...order],
}

export const trashParameter: Parameter = {
  name: 'trash',
  spellings: ['trash'],
  description: 'With `true`, you get what is in the trash instead of what is live. You need the right to delete.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
}

const deletedAt = { steps: [{ kind: 'column', name: 'deletedAt' }], storedAs: 'text' } as const
const LIVE: Condition = { kind: 'compare', path: deletedAt, test: { op: 'is_null' } }
export const IN_TRASH: Condition = { kind: 'compare', path: deletedAt, test: { op: 'is_set' } }

export function thrownAwayBefore(moment: string): Condition {
  return { kind: 'compare', path: deletedAt, test: { op: 'lt', value: moment } }
}

/**
 * Limits reads to documents outside of the trash, or with `trash` to those in it. Relationships never lead into the
 * trash. Reading the trash needs the right to delete, and shows the documents that this rule covers
 * (docs/contract/errors.md#refusals); other operations on the trash ask their own rule.
 */
export async function liveUnlessTrashIsAsked(call: Call, purpose: LookupPurpose): Promise<Partial<Source>> {
  if (purpose === 'related' || !asksForTrash(call)) return { where: LIVE }
  // The purpose `any` asks what the caller can see, so the rules for reading apply.
  if (call.operation.implies?.['trash'] === true && purpose !== 'any') return { where: IN_TRASH }
  return { where: allOf([IN_TRASH, await askWithoutDocument(call, 'delete')]) }
}

function asksForTrash({ input: { query } }: Call): boolean {
  return query['trash'] === true
}
