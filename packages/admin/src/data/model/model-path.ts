import { humanize, labelOf } from '../entities.ts'
import { plainField } from '../plain-field.ts'
import type { EntitySchema, FieldSchema } from '../schema.ts'

/** Fields of a collection that its read rules keep from the caller, by path (`POST /api/access`). */
export type Limits = Readonly<Record<string, { readonly read: boolean; readonly query: boolean } | undefined>>

/** The collections that paths lead through, as the caller may read them. */
export interface Model {
  readonly collections: Readonly<Record<string, EntitySchema>>
  /** Undefined if the caller may not read the collection at all. */
  readonly limitsOf: (slug: string) => Limits | undefined
  /** Labels of system fields, such as `updatedAt`. */
  readonly names: Readonly<Record<string, string>>
}

/** One step from a document to a value. */
export type Step =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'rows' }
  | { readonly kind: 'block'; readonly name: string }
  | { readonly kind: 'target' }

/** What queries can name by a path: `size.height`, `sections.quote.text`, `author.name`. */
export interface ModelPath {
  readonly path: string
  /** The labels of everything that it leads through: "Size", "Height". */
  readonly labels: readonly string[]
  /** The field at its end, with the whole path and label. */
  readonly field: FieldSchema
  readonly steps: readonly Step[]
  /** Operators of `where`; empty if the caller may not filter by it. */
  readonly operators: readonly string[]
  readonly isSortable: boolean
  /** Whether a list can show it: the caller may read it, and an answer contains it. */
  readonly isShown: boolean
  /** Whether it finds several values, such as one of each row. */
  readonly isMany: boolean
  /** Whether it is neither a value nor rows, but holds others. */
  readonly isGroup: boolean
  /** How many steps into other documents it takes. */
  readonly hops: number
  /** Whether it goes on into other documents. */
  readonly isRelation: boolean
  /** What goes on from here. */
  readonly below: () => readonly ModelPath[]
}

/** Limits of the service: steps of a path into other documents, and levels of a population. */
const MOST_HOPS = 5

const BETWEEN = ' › '

/** Where paths are looked at: what is known of all that lead there. */
interface Place {
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

/** All paths that begin at a document of the collection, as far as they are asked for. */
export function pathsOf(entity: EntitySchema, model: Model): readonly ModelPath[] {
  return ofDocument(entity, startIn(entity.slug), model)
}

/** The same from a row, a block or a document behind a path: what `some`, `none` and `every` ask about. */
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

/** The path with this name, whichever way it takes; undefined if the caller knows of none. */
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

/** Paths with everything below them, except what takes more than `hops` steps into other documents. */
export function everyPath(paths: readonly ModelPath[], hops: number): ModelPath[] {
  return paths.flatMap((one) => [
    one,
    ...(one.isRelation && one.hops >= hops ? ownOf(one) : everyPath(one.below(), hops)),
  ])
}

/** What a relation has besides the fields of its documents. */
function ownOf(relation: ModelPath): readonly ModelPath[] {
  return relation.below().filter(({ hops }) => hops === relation.hops)
}

function startIn(slug: string): Place {
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

function ofDocument(entity: EntitySchema, at: Place, model: Model): readonly ModelPath[] {
  const own = new Set(entity.fields.map(({ name }) => name))
  const system = entity.systemFields
    // Lists leave out what is in the trash.
    .filter(({ name }) => !own.has(name) && name !== 'deletedAt')
    .map((field) => systemField(field, model.names))
  return [...ofFields(entity.fields, at, model), ...system.map((field) => valuePath(field, enter(at, field), model))]
}

function ofFields(fields: readonly FieldSchema[], at: Place, model: Model): readonly ModelPath[] {
  const limits = model.limitsOf(at.slug) ?? {}
  return fields.flatMap((field) => {
    const { read = true, query = true } = limits[field.path] ?? {}
    if (!read || field.admin?.hidden) return []
    const here = enter(at, field)
    return ofField(field, { ...here, mayQuery: here.mayQuery && query }, model)
  })
}

function enter(at: Place, { name, label }: FieldSchema): Place {
  return {
    ...at,
    segments: [...at.segments, name],
    labels: [...at.labels, labelOf({ name, label })],
    steps: [...at.steps, { kind: 'key', name }],
  }
}

function ofField(field: FieldSchema, at: Place, model: Model): readonly ModelPath[] {
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

/** Whatever is left: no rows, no relation, nothing below. */
function made(field: FieldSchema, at: Place): ModelPath {
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

function rowsPath(field: FieldSchema, step: Step, at: Place, model: Model): ModelPath {
  const inside = { ...at, steps: [...at.steps, step], isMany: true, isSortable: false }
  return {
    ...made(field, { ...at, isMany: true }),
    operators: rowOperators(field, at),
    below: () => ofFields(field.fields ?? [], inside, model),
  }
}

/** The others compare rows with null, as `exists` does. */
function rowOperators({ operators }: FieldSchema, { mayQuery }: Place): readonly string[] {
  return mayQuery ? ['some', 'none', 'every', 'exists'].filter((one) => operators.includes(one)) : []
}

function ofBlocks(field: FieldSchema, at: Place, model: Model): readonly ModelPath[] {
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

function joinPath(field: FieldSchema, at: Place, model: Model): ModelPath {
  const slugs = field.collection === undefined ? [] : [field.collection]
  const path = made(field, at)
  return {
    ...path,
    operators: path.operators.length > 0 ? rowOperators(field, at) : [],
    isRelation: true,
    // An answer lists the first documents of a join, which is not all of them.
    below: () =>
      path.operators.length > 0
        ? ofTargets(slugs, { ...at, isMany: true, isShown: false, isSortable: false }, model)
        : [],
  }
}

function valuePath(field: FieldSchema, at: Place, model: Model): ModelPath {
  const slugs = field.to === undefined ? [] : [field.to].flat()
  const isMany = at.isMany || field.many
  const inside = { ...at, isMany, isSortable: at.isSortable && !field.many }
  const isPair = Array.isArray(field.to)
  const path = made(field, { ...at, isMany })
  return {
    ...path,
    // The order of ids tells people nothing.
    isSortable: field.sortable && inside.isSortable && at.mayQuery && slugs.length === 0,
    isRelation: slugs.length > 0,
    below: () => [
      ...ofParts(field, inside),
      ...(isPair ? [made(pairField(slugs, model), { ...enter(inside, pairField(slugs, model)), isShown: false })] : []),
      ...(at.mayQuery ? ofTargets(slugs, { ...inside, isSortable: inside.isSortable && !isPair }, model) : []),
    ],
  }
}

/** Further values of a field, such as the lightness of a colour. */
function ofParts(field: FieldSchema, at: Place): readonly ModelPath[] {
  return Object.entries(field.parts ?? {}).map(([name, { type, operators, sortable }]) => {
    const part = { ...plain(name, type, humanize(name)), operators, sortable }
    const here = made(part, { ...enter(at, part), isShown: false })
    return { ...here, isSortable: sortable && at.isSortable && at.mayQuery }
  })
}

/** Which collection a relationship to several points to. */
function pairField(slugs: readonly string[], { collections, names }: Model): FieldSchema {
  return {
    ...plain('relationTo', 'select', names['relationTo'] ?? humanize('relationTo')),
    options: slugs.map((value) => ({ value, label: collections[value] ? labelOf(collections[value]) : value })),
    operators: ['equals', 'not_equals', 'in', 'not_in'],
  }
}

/** The fields of the documents behind a relation; of several collections, each name once. */
function ofTargets(slugs: readonly string[], at: Place, model: Model): readonly ModelPath[] {
  if (at.hops >= MOST_HOPS) return []
  const found = new Map<string, ModelPath>()
  for (const slug of slugs) {
    const entity = model.collections[slug]
    if (!entity || model.limitsOf(slug) === undefined) continue
    const place: Place = {
      ...at,
      slug,
      steps: [...at.steps, { kind: 'target' }],
      hops: at.hops + 1,
      // Populations have as many levels as paths have steps, and the relation itself is one.
      isShown: at.isShown && at.hops + 1 < MOST_HOPS,
    }
    for (const one of ofDocument(entity, place, model)) if (!found.has(one.path)) found.set(one.path, one)
  }
  return [...found.values()]
}

/** A field of every document, in the shape of others. */
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
