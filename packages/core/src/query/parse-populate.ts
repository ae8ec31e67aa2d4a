import type { Entity } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import { wayTo, flatten } from '../content/field-tree.ts'
import { isObject } from '../content/json-object.ts'
import { QueryProblems, quoted } from './query-problems.ts'
import { parseSelect, type Selection } from './parse-select.ts'

const MOST_LEVELS = 5

/**
 * Which relationships and joins of a response contain documents instead of ids (docs/contract/querying.md#populate).
 */
export type Population =
  /** `depth`: all of them, down to this many levels. */
  | { readonly levels: number }
  /** `populate`: those that are named by their path. */
  | { readonly fields: ReadonlyMap<string, ReadonlyMap<string, PopulatedTarget>> }

/** How documents of one target collection are presented. */
export interface PopulatedTarget {
  readonly selection: Selection | null
  readonly population: Population | null
  readonly opened?: PopulatedTarget
}

/**
 * Whole documents without nested population. A shared constant, so that equal targets can be recognized by identity.
 */
const WHOLE: PopulatedTarget = { selection: null, population: null }

export type Collections = Readonly<Record<string, Pick<Entity, 'fields' | 'systemFields'>>>

/** How documents of `target` are presented at this field; null if their ids are not populated. */
export function populatedTarget(population: Population, node: FieldNode, target: string): PopulatedTarget | null {
  if ('fields' in population) return population.fields.get(node.path)?.get(target) ?? null
  // `depth` doesn't populate documents that a rich text mentions; `populate` does, by the field's name.
  if (node.type.mentions) return null
  return { selection: null, population: population.levels > 1 ? { levels: population.levels - 1 } : null }
}

export function parsePopulate(
  populate: unknown,
  fields: readonly FieldNode[],
  { collections, showHidden }: { readonly collections: Collections; readonly showHidden: boolean },
): Population {
  const parser: Parser = { collections, showHidden, problems: new QueryProblems() }
  const population = parseLevel(parser, populate, fields, 1, 'populate')
  parser.problems.throwIfAny()
  return population
}

interface Parser {
  readonly collections: Collections
  /** Clients cannot see hidden fields. */
  readonly showHidden: boolean
  readonly problems: QueryProblems
}

function parseLevel(
  parser: Parser,
  populate: unknown,
  fields: readonly FieldNode[],
  level: number,
  at: string,
): Population {
  const parsed = new Map<string, ReadonlyMap<string, PopulatedTarget>>()
  if (level > MOST_LEVELS) parser.problems.add('max', at, `Use at most ${MOST_LEVELS} levels.`)
  else if (!isObject(populate)) parser.problems.add('type', at, 'A population must be an object.')
  else {
    for (const [path, choice] of Object.entries(populate)) {
      const node = findRelationship(parser, fields, path)
      if (!node) reportUnknown(parser, at, path)
      else parsed.set(path, parseField(parser, choice, node, level, `${at}.${quoted(path)}`))
    }
  }
  return { fields: parsed }
}

function findRelationship(parser: Parser, fields: readonly FieldNode[], path: string): FieldNode | undefined {
  const way = wayTo(fields, path)
  const node = way.at(-1)
  const isVisible = visible(parser, way).length === way.length
  return node && isVisible && targetsOf(node).length > 0 ? node : undefined
}

function visible({ showHidden }: Parser, fields: readonly FieldNode[]): readonly FieldNode[] {
  return showHidden ? fields : fields.filter((field) => !field.hidden)
}

export function targetsOf(node: FieldNode): readonly string[] {
  return node.join ? [node.join.collection] : node.type.mentions ? node.mentions : node.targets
}

function parseField(
  parser: Parser,
  choice: unknown,
  node: FieldNode,
  level: number,
  at: string,
): ReadonlyMap<string, PopulatedTarget> {
  const targets = targetsOf(node)
  return node.type.mentions && choice !== true
    ? parseMentions(parser, choice, targets, level, at)
    : parseTarget(parser, choice, targets, level, at)
}

function parseTarget(
  parser: Parser,
  choice: unknown,
  targets: readonly string[],
  level: number,
  at: string,
): ReadonlyMap<string, PopulatedTarget> {
  if (choice === true) return new Map(targets.map((slug) => [slug, WHOLE]))
  if (!isObject(choice)) {
    parser.problems.add('type', at, 'Must be true, or an object with "select" and "populate".')
    return new Map()
  }
  const { select, populate, ...others } = choice
  for (const name of Object.keys(others))
    parser.problems.add('unknown_field', `${at}.${quoted(name)}`, `Unknown option "${quoted(name)}".`)
  const selections = parseSelections(parser, select, targets, `${at}.select`)
  const populations = parsePopulations(parser, populate, targets, level + 1, `${at}.populate`)
  return new Map(
    targets.map((slug, index) => {
      const [selection = null, population = null] = [selections[index], populations[index]]
      return [slug, { selection, population }]
    }),
  )
}

/** Mentions are selected by collection: `{ "posts": { "select": … }, "media": true }`. */
function parseMentions(
  parser: Parser,
  choice: unknown,
  targets: readonly string[],
  level: number,
  at: string,
): ReadonlyMap<string, PopulatedTarget> {
  const parsed = new Map<string, PopulatedTarget>()
  if (!isObject(choice)) {
    parser.problems.add('type', at, 'Must be true, or an object of the collections that you want documents of.')
    return parsed
  }
  for (const [slug, asked] of Object.entries(choice)) {
    if (targets.includes(slug))
      parsed.set(slug, parseTarget(parser, asked, [slug], level, `${at}.${slug}`).get(slug) ?? WHOLE)
    else reportUnknown(parser, at, slug)
  }
  return parsed
}

/**
 * Splits a selection among several target collections by the names that each has; a name that none has is an unknown
 * path.
 */
function parseSelections(parser: Parser, select: unknown, targets: readonly string[], at: string): Selection[] {
  if (select === undefined) return []
  const knows = (slug: string, name: string) => namesOf(parser, slug).includes(name)
  const parts = partsOf(parser, select, targets, knows, at)
  const selections = targets.map((slug, index) => {
    const { fields = [], systemFields = [] } = parser.collections[slug] ?? {}
    const systemNames = systemFields.map((field) => field.name)
    return parseSelect(parts[index], visible(parser, fields), systemNames, at, parser.showHidden)
  })
  const modes = new Set(selections.filter(({ tree }) => Object.keys(tree).length > 0).map(({ mode }) => mode))
  if (modes.size > 1) parser.problems.add('type', at, 'Use either true or false in a selection, not both.')
  // An empty part gets the mode of the others: "all but these" selects everything of a collection that has none of
  // these.
  const [mode = 'include'] = modes
  return selections.map(({ tree }) => ({ mode, tree }))
}

function parsePopulations(
  parser: Parser,
  populate: unknown,
  targets: readonly string[],
  level: number,
  at: string,
): Population[] {
  if (populate === undefined) return []
  const fieldsOf = (slug: string) => parser.collections[slug]?.fields ?? []
  const knows = (slug: string, path: string) => findRelationship(parser, fieldsOf(slug), path) !== undefined
  const parts = partsOf(parser, populate, targets, knows, at)
  return targets.map((slug, index) => parseLevel(parser, parts[index], fieldsOf(slug), level, at))
}

/** The part of an object that each collection knows; with a single collection, the whole object. */
function partsOf(
  parser: Parser,
  whole: unknown,
  targets: readonly string[],
  knows: (slug: string, name: string) => boolean,
  at: string,
): unknown[] {
  if (targets.length < 2 || !isObject(whole)) return targets.map(() => whole)
  const entries = Object.entries(whole)
  for (const [name] of entries) if (!targets.some((slug) => knows(slug, name))) reportUnknown(parser, at, name)
  return targets.map((slug) => Object.fromEntries(entries.filter(([name]) => knows(slug, name))))
}

function namesOf(parser: Parser, slug: string): readonly string[] {
  const { fields = [], systemFields = [] } = parser.collections[slug] ?? {}
  return [...visible(parser, fields), ...systemFields].map((field) => field.name)
}

function reportUnknown({ problems }: Parser, at: string, path: string): void {
  problems.add('unknown_field', `${at}.${quoted(path)}`, `Unknown path "${quoted(path)}".`)
}

/**
 * Marks the parts of a population that `opened` (from a preview token) also names. They are read with the rights of the
 * token, and show at most what `opened` selects. Adds no population that the request did not ask for.
 */
export function openPopulation(
  asked: Population,
  opened: Population | null,
  fields: readonly FieldNode[],
  collections: Collections,
): Population {
  if (!opened) return asked
  const nodes = flatten(fields).filter((node) => targetsOf(node).length > 0)
  const entries = nodes.map((node) => {
    const targets = targetsOf(node).flatMap((slug): [string, PopulatedTarget][] => {
      const wanted = populatedTarget(asked, node, slug)
      const open = openedTarget(opened, node, slug)
      if (!wanted) return []
      if (!open) return [[slug, wanted]]
      const below = collections[slug]?.fields ?? []
      const population = wanted.population && openPopulation(wanted.population, open.population, below, collections)
      return [[slug, { ...wanted, population, opened: open }]]
    })
    return [node.path, new Map(targets)] as const
  })
  return { fields: new Map(entries) }
}

/** How `opened` populates the documents of a collection at this field; null if it does not name the field. */
export function openedTarget(opened: Population | null, node: FieldNode, slug: string): PopulatedTarget | null {
  return opened && populatedTarget(opened, node, slug)
}
