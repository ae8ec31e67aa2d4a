import { isRecord } from '../members.ts'
import type { ListOptions, Population } from '../client.ts'
import type { EntitySchema } from '../schema.ts'
import { targetSelection } from '../use-targets.ts'
import type { ModelPath, Step } from './model-path.ts'

type Selected = { [name: string]: true | Selected }

interface SelectionQuery {
  readonly select: Selected
  readonly populate: { [path: string]: true | SelectionQuery }
}

/** The `select` of a list that shows exactly these paths. */
export function selectionOfPaths(
  paths: readonly ModelPath[],
  collections: Readonly<Record<string, EntitySchema>>,
): Required<Pick<ListOptions, 'select'>> & Pick<ListOptions, 'populate' | 'joins'> {
  const asked: SelectionQuery = { select: {}, populate: {} }
  for (const path of paths) ask(asked, path, path.steps, collections)
  const joins = paths.filter(({ field }) => field.structure === 'computed' && field.collection !== undefined)
  return {
    select: asked.select,
    ...(Object.keys(asked.populate).length > 0 && { populate: populationOf(asked.populate) }),
    // A cell only shows their number.
    ...(joins.length > 0 && { joins: Object.fromEntries(joins.map(({ path }) => [path, { limit: 1 }])) }),
  }
}

function ask(
  asked: SelectionQuery,
  path: ModelPath,
  steps: readonly Step[],
  collections: Readonly<Record<string, EntitySchema>>,
): void {
  const end = steps.findIndex(({ kind }) => kind === 'target')
  const names = steps.slice(0, end === -1 ? undefined : end).flatMap((step) => ('name' in step ? step.name : []))
  const relation = names.join('.')
  if (end === -1) {
    // Cells of sections show their kinds, and every selection of rows includes `blockType`.
    const { field } = path
    if (field.structure === 'blocks')
      for (const block of Object.keys(field.blocks ?? {})) select(asked.select, [...names, block, 'id'])
    else select(asked.select, names)
    if (field.to !== undefined) populate(asked, relation, titlesOf([field.to].flat(), collections))
    return
  }
  select(asked.select, names)
  const inside: SelectionQuery = { select: {}, populate: {} }
  ask(inside, path, steps.slice(end + 1), collections)
  populate(asked, relation, inside)
}

/** Collections have different title fields, so documents of several collections are loaded whole. */
function titlesOf(
  slugs: readonly string[],
  collections: Readonly<Record<string, EntitySchema>>,
): true | SelectionQuery {
  const [only, ...others] = slugs
  if (only === undefined || others.length > 0) return true
  return { select: targetSelection(collections[only]), populate: {} }
}

function select(tree: Selected, [name, ...rest]: readonly string[]): void {
  if (name === undefined || tree[name] === true) return
  // Every selection includes `id` and `blockType`.
  if (rest.length === 0) tree[name] = true
  else {
    const inside = tree[name] ?? {}
    tree[name] = inside
    select(inside, rest)
  }
}

function populate({ populate: all }: SelectionQuery, relation: string, asked: true | SelectionQuery): void {
  const known = all[relation]
  if (known === true || asked === true) all[relation] = true
  else if (known === undefined) all[relation] = asked
  else {
    mergeSelected(known.select, asked.select)
    for (const [path, inside] of Object.entries(asked.populate)) populate(known, path, inside)
  }
}

function mergeSelected(tree: Selected, other: Selected): void {
  for (const [name, inside] of Object.entries(other)) {
    const known = tree[name]
    if (inside === true || known === undefined) tree[name] = inside
    else if (known !== true) mergeSelected(known, inside)
  }
}

function populationOf(all: SelectionQuery['populate']): Population {
  return Object.fromEntries(
    Object.entries(all).map(([path, asked]) => [
      path,
      asked === true
        ? true
        : {
            select: asked.select,
            ...(Object.keys(asked.populate).length > 0 && { populate: populationOf(asked.populate) }),
          },
    ]),
  )
}

/** Values at the end of a path, one for each row or document on the way; missing ones are left out. */
export function valuesAt(doc: unknown, steps: readonly Step[]): unknown[] {
  return steps
    .reduce<unknown[]>((values, step) => values.flatMap((value) => next(value, step)), [doc])
    .filter((value) => value !== null && value !== undefined)
}

function next(value: unknown, step: Step): readonly unknown[] {
  switch (step.kind) {
    case 'key':
      return isRecord(value) ? [value[step.name]] : []
    case 'rows':
      return Array.isArray(value) ? (value as readonly unknown[]) : []
    case 'block':
      return Array.isArray(value)
        ? (value as readonly unknown[]).flatMap((sections) =>
            isRecord(sections) && sections['blockType'] === step.name ? [sections] : [],
          )
        : []
    case 'target':
      return [value].flat().flatMap(documentIn)
  }
}

/** Documents that the caller may not read are ids. */
function documentIn(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return []
  return 'relationTo' in value && 'value' in value ? documentIn(value['value']) : [value]
}
