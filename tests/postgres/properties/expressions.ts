import {
  type FieldNode,
  isResolved,
  type Operator,
  type PathRoot,
  type ResolvedPath,
  resolvePath,
} from '@quirecms/core'
import fc, { type Arbitrary } from 'fast-check'
import { id, instant, KEYS, number, position, text } from './values.ts'

export type Where = Readonly<Record<string, unknown>>

/** Random well-typed `where` expressions: each path, operator and junction of the root's fields. */
export function whereExpression(root: PathRoot, steps = 2): Arbitrary<Where> {
  const comparison = pathIn(root, steps).chain((path) => {
    const resolved = resolvePath(path, root)
    if (!isResolved(resolved)) throw new Error(`${path} should be a path`)
    return fc
      .uniqueArray(test(resolved, steps), { minLength: 1, maxLength: 2, selector: ([operator]) => operator })
      .map((tests): Where => ({ [path]: Object.fromEntries(tests) }))
  })
  return fc.letrec<{ where: Where }>((tie) => ({
    where: fc.oneof(
      { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
      { weight: 5, arbitrary: comparison },
      { weight: 1, arbitrary: fc.array(tie('where'), { maxLength: 3 }).map((of): Where => ({ and: of })) },
      { weight: 1, arbitrary: fc.array(tie('where'), { maxLength: 3 }).map((of): Where => ({ or: of })) },
      { weight: 1, arbitrary: tie('where').map((of): Where => ({ not: of })) },
      { weight: 1, arbitrary: fc.tuple(tie('where'), tie('where')).map(([one, two]): Where => ({ ...one, ...two })) },
    ),
  })).where
}

/** Any path: those into free JSON are invented, those into other documents are a few steps long. */
export function pathIn(root: PathRoot, steps = 2): Arbitrary<string> {
  const system = root.row ? ['id'] : root.systemFields.map((field) => field.name)
  return fc.oneof(fc.constantFrom(...system), ...pathsOf(root.fields, '', { root, steps }))
}

interface Reach {
  readonly root: PathRoot
  /** Remaining number of other documents that a path may traverse. */
  readonly steps: number
}

function pathsOf(fields: readonly FieldNode[], prefix: string, reach: Reach): Arbitrary<string>[] {
  return fields.flatMap((field) => {
    const names = field.localized && reach.root.locale?.all ? ['', '.en', '.de', '.fr'] : ['']
    return names.flatMap((code) => pathsAt(field, prefix + field.name + code, reach))
  })
}

function pathsAt(field: FieldNode, path: string, reach: Reach): Arbitrary<string>[] {
  const here = fc.constant(path)
  switch (field.structure) {
    case 'computed':
      return field.join ? [here, ...intoDocuments(path, [field.join.collection], reach)] : []
    case 'group':
      return pathsOf(field.fields, `${path}.`, reach)
    case 'rows':
      return [here, fc.constant(`${path}.id`), ...pathsOf(field.fields, `${path}.`, reach)]
    case 'blocks':
      return [
        ...[path, `${path}.id`, `${path}.blockType`].map((one) => fc.constant(one)),
        ...Object.entries(field.blocks).flatMap(([block, inner]) => [
          ...[`${path}.${block}`, `${path}.${block}.id`].map((one) => fc.constant(one)),
          ...pathsOf(inner, `${path}.${block}.`, reach),
        ]),
      ]
    default:
      if (field.storedAs === 'json') return [here, intoJson(path), intoJson(path)]
      return [
        here,
        ...(field.storedAs === 'pair' ? [fc.constant(`${path}.relationTo`), fc.constant(`${path}.value`)] : []),
        ...intoDocuments(path, field.targets, reach),
      ]
  }
}

function intoDocuments(path: string, targets: readonly string[], { root, steps }: Reach): Arbitrary<string>[] {
  return targets.flatMap((slug) => {
    const other = steps > 0 ? root.others.get(slug) : undefined
    return other ? [pathIn(other, steps - 1).map((rest) => `${path}.${rest}`)] : []
  })
}

function intoJson(path: string): Arbitrary<string> {
  return fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 }).map((keys) => `${path}.${keys.join('.')}`)
}

function test(resolved: ResolvedPath, steps: number): Arbitrary<readonly [Operator, unknown]> {
  return fc
    .constantFrom(...resolved.operators)
    .chain((operator) => valueFor(operator, resolved, steps).map((value) => [operator, value] as const))
}

function valueFor(operator: Operator, resolved: ResolvedPath, steps: number): Arbitrary<unknown> {
  const operand = operandOf(resolved)
  switch (operator) {
    case 'equals':
    case 'not_equals':
      if (resolved.rowsOnly) return fc.constant(null)
      return resolved.many
        ? fc.oneof(operand, fc.array(operand, { maxLength: 3 }), fc.constant(null))
        : fc.oneof({ weight: 4, arbitrary: operand }, { weight: 1, arbitrary: fc.constant(null) })
    case 'in':
    case 'not_in':
      return fc.array(fc.oneof({ weight: 6, arbitrary: operand }, { weight: 1, arbitrary: fc.constant(null) }), {
        maxLength: 4,
      })
    case 'all':
      return fc.array(operand, { maxLength: 3 })
    case 'greater_than':
    case 'greater_than_equal':
    case 'less_than':
    case 'less_than_equal':
      return resolved.comparedAs === 'json' ? fc.oneof(text, number) : operand
    case 'contains':
      return resolved.many ? operand : searched
    case 'like':
    case 'starts_with':
    case 'ends_with':
      return searched
    case 'exists':
      return fc.boolean()
    case 'some':
    case 'none':
    case 'every': {
      // Fields of some kinds of rows may be queried for all of them.
      const rows = [resolved, ...(resolved.alternatives ?? [])].flatMap((path) => path.rows ?? [])
      const asked = rows.map(({ root }) => (steps > 0 ? whereExpression(root, steps - 1) : fc.constant({})))
      return fc.oneof(fc.constant({}), ...asked)
    }
    case 'near':
      return fc
        .tuple(position, fc.constantFrom(0, 1000.5, 111_195.5, 400_000.5, 2.1e7), fc.constantFrom(undefined, 0, 5000.5))
        .map(([[lng, lat], max, min]) => (min === undefined ? [lng, lat, max] : [lng, lat, max, min]))
    case 'within':
      return fc.array(ring, { minLength: 1, maxLength: 2 }).map((coordinates) => ({ type: 'Polygon', coordinates }))
  }
}

/** Within the limit of searches. */
const searched = text.filter((value) => value.length <= 1000)

const ring = fc.array(position, { minLength: 3, maxLength: 6 }).map((corners) => [...corners, corners[0]])

function operandOf({ comparedAs, steps }: ResolvedPath): Arbitrary<unknown> {
  switch (comparedAs) {
    case 'text':
      return fc.oneof(text, id, fc.constantFrom('a', 'b', 'things', 'rooms', 'quote', 'figure'))
    case 'instant':
      return instant.chain((stored) =>
        fc.constantFrom(stored, withOffset(stored, 90), withOffset(stored, -300), stored.slice(0, 10)),
      )
    case 'day':
      return instant.map((stored) => stored.slice(0, 10))
    case 'number':
      return steps[0]?.kind === 'column' ? fc.constantFrom(0, 1, 2, 1.5, 1e21, -1) : number
    case 'boolean':
      return fc.boolean()
    case 'pair':
      return fc
        .record({ value: id, relationTo: fc.constantFrom('things', 'rooms', 'elsewhere') })
        .chain(({ value, relationTo }) => fc.constantFrom({ relationTo, value }, { value, relationTo }))
    case 'point':
      return position
    case 'json':
      return fc.oneof(text, number, fc.boolean())
  }
}

/** The same time in another zone, where the year still has four digits. */
function withOffset(stored: string, minutes: number): string {
  const local = new Date(Date.parse(stored) + minutes * 60_000)
  if (Number.isNaN(local.getTime()) || !/^(?!0000)\d{4}-/.test(local.toISOString())) return stored
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return local.toISOString().replace('Z', `${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`)
}
