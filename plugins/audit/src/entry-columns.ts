import { type Condition, equality, order, type SystemField, textSearch } from 'quirecms/plugin'

const TEXT = { type: 'string' } as const

function text(name: string, column = name): SystemField {
  return { name, column, schema: TEXT, storedAs: 'text', operators: [...equality, ...order, ...textSearch] }
}

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

/** Columns for callers who may not read all labels: sorting and counting by label would reveal them. */
export const WITHOUT_LABELS = COLUMNS.filter(({ name }) => name !== 'actor.label')

/** Smallest id that can be created at this millisecond. */
export function firstIdAt(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`
}

/**
 * Adds equivalent conditions that an index can serve. Ids begin with the time, so a condition on `at` also bounds `id`.
 * Refusals are indexed by their code.
 */
export function asIndexed(where: Condition): Condition {
  if (where.kind === 'and') return { kind: 'and', of: where.of.map(asIndexed) }
  if (where.kind !== 'compare') return where
  const [step] = where.path.steps
  if (step?.kind !== 'column' || !('value' in where.test)) return where
  const { op, value } = where.test
  if (step.name === 'outcome')
    return op === 'equals' && value === 'refused' ? { kind: 'and', of: [where, compare('code', 'gte', '')] } : where
  const moment = step.name === 'at' && typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? where : { kind: 'and', of: [where, ...boundsOfIds(op, moment)] }
}

function boundsOfIds(op: string, moment: number): readonly Condition[] {
  const from = compare('id', 'gte', firstIdAt(moment))
  const until = compare('id', 'lt', firstIdAt(moment + 1))
  switch (op) {
    case 'gt':
    case 'gte':
      return [from]
    case 'lt':
    case 'lte':
      return [until]
    case 'equals':
      return [from, until]
    default:
      return []
  }
}

function compare(name: string, op: 'gte' | 'lt', value: string): Condition {
  return { kind: 'compare', path: { steps: [{ kind: 'column', name }], storedAs: 'text' }, test: { op, value } }
}
