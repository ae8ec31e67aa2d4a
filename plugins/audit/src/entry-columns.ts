import { type Condition, equality, order, type SystemField, textSearch } from 'quire/plugin'

const TEXT = { type: 'string' } as const

function text(name: string, column = name): SystemField {
  return { name, column, schema: TEXT, storedAs: 'text', operators: [...equality, ...order, ...textSearch] }
}

/** What queries call the parts of an entry. */
export const COLUMNS: readonly SystemField[] = [
  text('id'),
  {
    name: 'at',
    column: 'at',
    schema: { type: 'string', format: 'date-time' },
    storedAs: 'instant',
    operators: [...equality, ...order],
  },
  text('action'),
  text('entity'),
  text('documentId'),
  {
    name: 'revision',
    column: 'revision',
    schema: { type: 'integer' },
    storedAs: 'number',
    operators: [...equality, ...order],
  },
  text('actor.collection', 'actorCollection'),
  text('actor.id', 'actorId'),
  text('actor.label', 'actorLabel'),
  text('via'),
  text('key'),
  text('request.id', 'requestId'),
  text('request.address', 'address'),
  text('outcome'),
  text('code'),
]

/** For those who may not know what everybody is called: order and totals would tell. */
export const WITHOUT_LABELS = COLUMNS.filter(({ name }) => name !== 'actor.label')

/** No id is smaller that was made at this moment or later. */
export function firstIdAt(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`
}

/** Ids are made of the moment: what is asked of `at` is also asked of `id`, where every index can begin. */
export function withBoundsOfIds(where: Condition): Condition {
  if (where.kind === 'and') return { kind: 'and', of: where.of.map(withBoundsOfIds) }
  if (where.kind !== 'compare') return where
  const [step] = where.path.steps
  if (step?.kind !== 'column' || step.name !== 'at' || !('value' in where.test)) return where
  const { op, value } = where.test
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(moment)) return where
  const id = (test: 'gte' | 'lt', at: number): Condition => ({
    kind: 'compare',
    path: { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' },
    test: { op: test, value: firstIdAt(at) },
  })
  switch (op) {
    case 'gt':
    case 'gte':
      return { kind: 'and', of: [where, id('gte', moment)] }
    case 'lt':
    case 'lte':
      return { kind: 'and', of: [where, id('lt', moment + 1)] }
    case 'equals':
      return { kind: 'and', of: [where, id('gte', moment), id('lt', moment + 1)] }
    default:
      return where
  }
}
