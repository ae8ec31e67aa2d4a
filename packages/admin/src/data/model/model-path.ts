import { humanize, labelOf } from '../entities.ts'
import { type EntitySchema, type FieldSchema, plainField } from '../schema.ts'

/** Fields of a collection that its read rules keep from the caller, by path (`POST /api/access`). */
export type Limits = Readonly<Record<string, { readonly read: boolean; readonly query: boolean } | undefined>>

/** The collections that paths lead through, limited to what the caller may read. */
export interface Model {
  readonly collections: Readonly<Record<string, EntitySchema>>
  /** Undefined if the caller may not read the collection at all. */
  readonly limitsOf: (slug: string) => Limits | undefined
  /** Labels of system fields, such as `updatedAt`. */
  readonly names: Readonly<Record<string, string>>
}

export type Step =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'rows' }
  | { readonly kind: 'block'; readonly name: string }
  | { readonly kind: 'target' }

export interface ModelPath {
  readonly path: string
  /** Labels of all steps: "Size", "Height". */
  readonly labels: readonly string[]
  /** The field at the end of the path. */
  readonly field: FieldSchema
  readonly steps: readonly Step[]
  /** Operators of `where`; empty if the caller may not filter by it. */
  readonly operators: readonly string[]
  readonly isSortable: boolean
  /** Whether a list can show it: the caller may read it, and an answer contains it. */
  readonly isShown: boolean
  /** Whether it finds several values, such as one of each row. */
  readonly isMany: boolean
  /** Whether it contains other fields instead of a value or rows. */
  readonly isGroup: boolean
  /** Number of steps into other documents. */
  readonly hops: number
  /** Whether it leads into other documents. */
  readonly isRelation: boolean
  /** Paths that continue from here. */
  readonly below: () => readonly ModelPath[]
}

/** Limits of the service: steps of a path into other documents, and levels of a population. */
const MOST_HOPS = 5

const BETWEEN = ' › '

/** The context in which paths are resolved: limits and number of steps so far. */
interface PathPosition {
  readonly slug: string
  readonly segments: readonly string[]
  readonly labels: readonly string[]
  readonly steps: readonly Step[]
  readonly isMany: boolean
  readonly isSortable: boolean
  readonly isShown: boolean
  readonly mayQuery: boolean
  readonly hops: number
}

export function pathsOf(entity: EntitySchema, model: Model): readonly ModelPath[] {
  return ofDocument(entity, startIn(entity.slug), model)
}

/** Paths inside of a row, block or related document, for `some`, `none` and `every`. */
export function pathsInRow(rows: ModelPath): readonly ModelPath[] {
  const cut = (inside: ModelPath): ModelPath => {
    const labels = inside.labels.slice(rows.labels.length)
    const path = inside.path.slice(rows.path.length + 1)
    return {
      ...inside,
      path,
      labels,
      field: { ...inside.field, path, label: labels.join(BETWEEN) },
      isSortable: false,
      below: () => inside.below().map(cut),
    }
  }
  return rows
    .below()
    .filter(({ field }) => field.path !== `${rows.path}.relationTo`)
    .map(cut)
}

/** Finds a path by name; undefined if the caller may not use it. */
export function pathAt(paths: readonly ModelPath[], path: string): ModelPath | undefined {
  for (const one of paths) {
    if (one.path === path) return one
    if (path.startsWith(`${one.path}.`)) {
      const found = pathAt(one.below(), path)
      if (found) return found
    }
  }
  return undefined
}

/** Paths with all paths below them, with at most `hops` steps into other documents. */
export function everyPath(paths: readonly ModelPath[], hops: number): ModelPath[] {
  return paths.flatMap((one) => [
    one,
    ...(one.isRelation && one.hops >= hops ? ownOf(one) : everyPath(one.below(), hops)),
  ])
}

/** Paths of a relation itself, besides the fields of its documents. */
function ownOf(relation: ModelPath): readonly ModelPath[] {
  return relation.below().filter(({ hops }) => hops === relation.hops)
}

function startIn(slug: string): PathPosition {
  return {
    slug,
    segments: [],
    labels: [],
    steps: [],
    isMany: false,
    isSortable: true,
    isShown: true,
    mayQuery: true,
    hops: 0,
  }
}

function ofDocument(entity: EntitySchema, at: PathPosition, model: Model): readonly ModelPath[] {
  const own = new Set(entity.fields.map(({ name }) => name))
  const system = entity.systemFields
    // Lists exclude the trash.
    .filter(({ name }) => !own.has(name) && name !== 'deletedAt')
    .map((field) => systemField(field, model.names))
  return [...ofFields(entity.fields, at, model), ...system.map((field) => valuePath(field, enter(at, field), model))]
}

function ofFields(fields: readonly FieldSchema[], at: PathPosition, model: Model): readonly ModelPath[] {
  const limits = model.limitsOf(at.slug) ?? {}
  return fields.flatMap((field) => {
    const { read = true, query = true } = limits[field.path] ?? {}
    if (!read || field.admin?.hidden) return []
    const here = enter(at, field)
    return ofField(field, { ...here, mayQuery: here.mayQuery && query }, model)
  })
}

function enter(at: PathPosition, { name, label }: FieldSchema): PathPosition {
  return {
    ...at,
    segments: [...at.segments, name],
    labels: [...at.labels, labelOf({ name, label })],
    steps: [...at.steps, { kind: 'key', name }],
  }
}

function ofField(field: FieldSchema, at: PathPosition, model: Model): readonly ModelPath[] {
  switch (field.structure) {
    case 'group':
      return [{ ...made(field, at), isGroup: true, below: () => ofFields(field.fields ?? [], at, model) }]
    case 'rows':
      return [rowsPath(field, { kind: 'rows' }, at, model)]
    case 'blocks':
      return [
        {
          ...made(field, at),
          isMany: true,
          operators: rowOperators(field, at),
          below: () => ofBlocks(field, at, model),
        },
      ]
    case 'computed':
      return [field.collection === undefined ? { ...made(field, at), operators: [] } : joinPath(field, at, model)]
    case 'value':
      return [valuePath(field, at, model)]
  }
}

/** Creates a path that is neither rows nor a relation. */
function made(field: FieldSchema, at: PathPosition): ModelPath {
  const path = at.segments.join('.')
  return {
    path,
    labels: at.labels,
    field: { ...field, path, label: at.labels.join(BETWEEN) },
    steps: at.steps,
    operators: at.mayQuery ? field.operators : [],
    isSortable: false,
    isShown: at.isShown,
    isMany: at.isMany,
    isGroup: false,
    hops: at.hops,
    isRelation: false,
    below: () => [],
  }
}

function rowsPath(field: FieldSchema, step: Step, at: PathPosition, model: Model): ModelPath {
  const inside = { ...at, steps: [...at.steps, step], isMany: true, isSortable: false }
  return {
    ...made(field, { ...at, isMany: true }),
    operators: rowOperators(field, at),
    below: () => ofFields(field.fields ?? [], inside, model),
  }
}

/** Operators that compare rows with null are left out: `exists` does the same. */
function rowOperators({ operators }: FieldSchema, { mayQuery }: PathPosition): readonly string[] {
  return mayQuery ? ['some', 'none', 'every', 'exists'].filter((one) => operators.includes(one)) : []
}

function ofBlocks(field: FieldSchema, at: PathPosition, model: Model): readonly ModelPath[] {
  const kinds = Object.entries(field.blocks ?? {}).map(([name, block]) => ({
    name,
    block,
    label: labelOf({ name, label: block.label ?? null }),
  }))
  const all = { ...at, isMany: true, isSortable: false, isShown: false }
  const kindOfBlock: FieldSchema = {
    ...plain('blockType', 'select', model.names['blockType'] ?? humanize('blockType')),
    options: kinds.map(({ name, label }) => ({ value: name, label })),
    operators: ['equals', 'not_equals', 'in', 'not_in'],
  }
  return [
    // The sections themselves show their kinds.
    made(kindOfBlock, enter(all, kindOfBlock)),
    ...kinds.map(({ name, block, label }) => {
      const rows: FieldSchema = {
        ...plain(name, 'array', label),
        structure: 'rows',
        fields: block.fields,
        operators: ['exists', 'some', 'none', 'every'],
      }
      return rowsPath(rows, { kind: 'block', name }, { ...enter(at, rows), steps: at.steps }, model)
    }),
  ]
}

function joinPath(field: FieldSchema, at: PathPosition, model: Model): ModelPath {
  const slugs = field.collection === undefined ? [] : [field.collection]
  const path = made(field, at)
  return {
    ...path,
    operators: path.operators.length > 0 ? rowOperators(field, at) : [],
    isRelation: true,
    // A response contains only the first documents of a join.
    below: () =>
      path.operators.length > 0
        ? ofTargets(slugs, { ...at, isMany: true, isShown: false, isSortable: false }, model)
        : [],
  }
}

function valuePath(field: FieldSchema, at: PathPosition, model: Model): ModelPath {
  const slugs = field.to === undefined ? [] : [field.to].flat()
  const isMany = at.isMany || field.many
  const inside = { ...at, isMany, isSortable: at.isSortable && !field.many }
  const isPair = Array.isArray(field.to)
  const path = made(field, { ...at, isMany })
  return {
    ...path,
    // Sorting by id means nothing to users.
    isSortable: field.sortable && inside.isSortable && at.mayQuery && slugs.length === 0,
    isRelation: slugs.length > 0,
    below: () => [
      ...ofParts(field, inside),
      ...(isPair ? [made(pairField(slugs, model), { ...enter(inside, pairField(slugs, model)), isShown: false })] : []),
      ...(at.mayQuery ? ofTargets(slugs, { ...inside, isSortable: inside.isSortable && !isPair }, model) : []),
    ],
  }
}

/** Parts of a field's value, such as the lightness of a colour. */
function ofParts(field: FieldSchema, at: PathPosition): readonly ModelPath[] {
  return Object.entries(field.parts ?? {}).map(([name, { type, operators, sortable }]) => {
    const part = { ...plain(name, type, humanize(name)), operators, sortable }
    const here = made(part, { ...enter(at, part), isShown: false })
    return { ...here, isSortable: sortable && at.isSortable && at.mayQuery }
  })
}

function pairField(slugs: readonly string[], { collections, names }: Model): FieldSchema {
  return {
    ...plain('relationTo', 'select', names['relationTo'] ?? humanize('relationTo')),
    options: slugs.map((value) => ({ value, label: collections[value] ? labelOf(collections[value]) : value })),
    operators: ['equals', 'not_equals', 'in', 'not_in'],
  }
}

/** Fields of related documents; a name in several collections appears once. */
function ofTargets(slugs: readonly string[], at: PathPosition, model: Model): readonly ModelPath[] {
  if (at.hops >= MOST_HOPS) return []
  const found = new Map<string, ModelPath>()
  for (const slug of slugs) {
    const entity = model.collections[slug]
    if (!entity || model.limitsOf(slug) === undefined) continue
    const place: PathPosition = {
      ...at,
      slug,
      steps: [...at.steps, { kind: 'target' }],
      hops: at.hops + 1,
      // A population has as many levels as its path has steps, and the relation itself is one.
      isShown: at.isShown && at.hops + 1 < MOST_HOPS,
    }
    for (const one of ofDocument(entity, place, model)) if (!found.has(one.path)) found.set(one.path, one)
  }
  return [...found.values()]
}

function systemField(
  { name, schema, operators, sortable }: EntitySchema['systemFields'][number],
  names: Readonly<Record<string, string>>,
): FieldSchema {
  const choices = Array.isArray(schema['enum']) ? schema['enum'].filter((one) => typeof one === 'string') : []
  const label = names[name] ?? humanize(name.replace(/^_/, ''))
  return {
    ...plain(name, typeOf(schema, choices), label),
    operators,
    sortable,
    ...(choices.length > 0 && { options: choices.map((value) => ({ value, label: names[value] ?? humanize(value) })) }),
  }
}

function typeOf({ type, format }: Readonly<Record<string, unknown>>, choices: readonly string[]): string {
  const types = [type].flat()
  if (format === 'date-time') return 'date'
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (types.includes('boolean')) return 'checkbox'
  return choices.length > 0 ? 'select' : 'text'
}

function plain(name: string, type: string, label: string): FieldSchema {
  return plainField({ name, type, label, readOnly: true })
}
