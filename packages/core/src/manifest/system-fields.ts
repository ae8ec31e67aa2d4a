import type { EntityKind, SystemField } from '../contracts/entity.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { equality, order } from '../fields/operators.ts'

const TIMESTAMP: JsonSchema = { type: 'string', format: 'date-time' }

export function baseSystemFields(kind: EntityKind): readonly SystemField[] {
  const id: JsonSchema = kind === 'collection' ? { type: 'string', format: 'uuid' } : { type: 'string' }
  return [
    { name: 'id', column: 'id', schema: id, storedAs: 'text', operators: [...equality, ...order] },
    {
      name: 'revision',
      column: 'revision',
      schema: { type: 'integer', minimum: 1 },
      storedAs: 'number',
      operators: [...equality, ...order],
    },
    timestamp('createdAt'),
    timestamp('updatedAt'),
  ]
}

function timestamp(name: string): SystemField {
  return { name, column: name, schema: TIMESTAMP, storedAs: 'instant', operators: [...equality, ...order] }
}
