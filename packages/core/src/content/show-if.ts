import { equality, OPERATOR_TABLE, type OperandKindOf, type OperatorIn, order } from '../contracts/operators.ts'

type ShowIfOperator = OperatorIn<'equality' | 'order'>

/** The operators that compare a value with others, or ask whether there is one. */
export const SHOW_IF_OPERATORS: readonly ShowIfOperator[] = [...equality, ...order]

const JUNCTIONS = ['and', 'or', 'not'] as const

/**
 * When a field is shown: a condition in the form of a query on its sibling fields, `{ kind: { equals: 'event' } }`. It
 * is plain data, because the engine and the admin app both evaluate it.
 */
export type ShowIf = { readonly [field: string]: unknown }

type Siblings = Readonly<Record<string, unknown>>

/** Whether a field is shown for these sibling values. True without a condition. */
export function isShown(condition: unknown, siblings: Siblings): boolean {
  if (!isObject(condition)) return true
  return Object.entries(condition).every(([name, asked]) => {
    switch (name) {
      case 'and':
        return asList(asked).every((one) => isShown(one, siblings))
      case 'or':
        return asList(asked).some((one) => isShown(one, siblings))
      case 'not':
        return !isShown(asked, siblings)
      default:
        return Object.entries(isObject(asked) ? asked : {}).every(([operator, value]) =>
          passes(operator as ShowIfOperator, siblings[name] ?? null, value),
        )
    }
  })
}

/** For a list, one matching element suffices, as in queries; negated operators require that all elements pass. */
function passes(operator: ShowIfOperator, found: unknown, value: unknown): boolean {
  const values = Array.isArray(found) ? (found.length > 0 ? found : [null]) : [found]
  const row = OPERATOR_TABLE[operator]
  if ('negates' in row) return !passes(row.negates, found, value)
  switch (row.takes) {
    case 'valueOrNull':
      return values.includes(value)
    case 'valuesOrNull':
      return values.some((one) => asList(value).includes(one))
    case 'presence':
      return values.some((one) => one !== null) === value
    case 'value':
      return values.some((one) => isOrdered(row.test, one, value))
  }
}

function isOrdered(test: 'gt' | 'gte' | 'lt' | 'lte', found: unknown, value: unknown): boolean {
  const areComparable =
    (typeof found === 'number' && typeof value === 'number') || (typeof found === 'string' && typeof value === 'string')
  if (!areComparable) return false
  if (found === value) return test === 'gte' || test === 'lte'
  return (test === 'gt' || test === 'gte') === found > value
}

/** The field names in a condition, each with its tests. */
export function askedOf(condition: unknown): readonly (readonly [name: string, asked: unknown])[] {
  if (!isObject(condition)) return []
  return Object.entries(condition).flatMap(([name, asked]) => {
    if (!(JUNCTIONS as readonly string[]).includes(name)) return [[name, asked] as const]
    return (name === 'not' ? [asked] : asList(asked)).flatMap(askedOf)
  })
}

/** Describes the mistake in the form of a condition, in words that follow its name; null if it is valid. */
export function wrongForm(condition: unknown): string | null {
  if (!isObject(condition) || Object.keys(condition).length === 0)
    return "must be a condition such as { kind: { equals: 'event' } }"
  for (const [name, asked] of Object.entries(condition)) {
    if (name === 'and' || name === 'or') {
      if (!Array.isArray(asked) || asked.length === 0) return `must have a list of conditions in \`${name}\``
      const wrong = asked.map(wrongForm).find((one) => one !== null)
      if (wrong !== undefined && wrong !== null) return wrong
    } else if (name === 'not') {
      const wrong = wrongForm(asked)
      if (wrong !== null) return wrong
    } else {
      const wrong = wrongTest(name, asked)
      if (wrong !== null) return wrong
    }
  }
  return null
}

function wrongTest(name: string, asked: unknown): string | null {
  if (!isObject(asked) || Object.keys(asked).length === 0)
    return `needs a condition for "${name}", such as { ${name}: { equals: … } }`
  for (const [operator, value] of Object.entries(asked)) {
    if (!isShowIfOperator(operator))
      return `has the operator "${operator}" for "${name}": use one of ${SHOW_IF_OPERATORS.join(', ')}`
    const { fits, expected } = VALUES[OPERATOR_TABLE[operator].takes]
    if (!fits(value)) return `has a wrong value for \`${operator}\` of "${name}": use ${expected}`
  }
  return null
}

const A_SCALAR = { fits: isScalar, expected: 'a text, a number, a boolean or null' }

/** Checks of operands, by the kind that the operator takes. */
const VALUES: Readonly<Record<OperandKindOf<ShowIfOperator>, { fits: (value: unknown) => boolean; expected: string }>> =
  {
    value: A_SCALAR,
    valueOrNull: A_SCALAR,
    valuesOrNull: {
      fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isScalar),
      expected: 'a list of texts, numbers or booleans',
    },
    presence: { fits: (value) => typeof value === 'boolean', expected: 'true or false' },
  }

function isShowIfOperator(name: string): name is ShowIfOperator {
  return (SHOW_IF_OPERATORS as readonly string[]).includes(name)
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
