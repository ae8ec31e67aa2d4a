import type { EntityKind, SystemField } from '../contracts/entity.ts'
import type { Operator } from '../contracts/field.ts'
import type { JsonSchema } from '../contracts/json.ts'

const EQUALITY: readonly Operator[] = ['equals', 'not_equals', 'in', 'not_in', 'exists']
const ORDER: readonly Operator[] = ['greater_than', 'greater_than_equal', 'less_than', 'less_than_equal']
const TIMESTAMP: JsonSchema = { type: 'string', format: 'date-time' }

/** What every document has (docs/contract/documents.md#system-fields). Answers show them in this order, before the fields. */
export function baseSystemFields(kind: EntityKind): readonly SystemField[] {
  const id: JsonSchema = kind === 'collection' ? { type: 'string', format: 'uuid' } : { type: 'string' }
  return [
    { name: 'id', column: 'id', schema: id, storedAs: 'text', operators: [...EQUALITY, ...ORDER] },
    {
      name: 'revision',
      column: 'revision',
      schema: { type: 'integer', minimum: 1 },
      storedAs: 'number',
      operators: [...EQUALITY, ...ORDER],
    },
    timestamp('createdAt'),
    timestamp('updatedAt'),
  ]
}

function timestamp(name: string): SystemField {
  return { name, column: name, schema: TIMESTAMP, storedAs: 'instant', operators: [...EQUALITY, ...ORDER] }
}
