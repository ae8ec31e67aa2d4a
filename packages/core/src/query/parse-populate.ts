import type { Entity } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import { isPlainObject, QueryProblems } from './invalid-query.ts'
import { parseSelect, type Selection } from './parse-select.ts'

export const MOST_LEVELS = 5

/** Which relationships and joins of a document are answered as documents in the place of ids (contract 5). */
export type Population =
  /** All of them, down to this many levels: `depth`. */
  | { readonly levels: number }
  /** Those named by their path: `populate`. */
  | { readonly fields: ReadonlyMap<string, ReadonlyMap<string, PopulatedTarget>> }

/** How the documents of one target collection are answered. */
export interface PopulatedTarget {
  readonly selection: Selection | null
  readonly population: Population | null
}

export type Collections = Readonly<Record<string, Pick<Entity, 'fields' | 'systemFields'>>>

/** How documents of `target` are answered at this field; null where its ids stay ids. */
export function populatedTarget(population: Population, node: FieldNode, target: string): PopulatedTarget | null {
  if ('fields' in population) return population.fields.get(node.path)?.get(target) ?? null
  return { selection: null, population: population.levels > 1 ? { levels: population.levels - 1 } : null }
}

export function parsePopulate(populate: unknown, fields: readonly FieldNode[], collections: Collections): Population {
  const problems = new QueryProblems()
  const population = parseLevel({ collections, problems }, populate, fields, 1, 'populate')
  problems.throwIfAny()
  return population
}

interface Parser {
  readonly collections: Collections
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
  if (level > MOST_LEVELS) parser.problems.add('max', at, `At most ${MOST_LEVELS} levels.`)
  else if (!isPlainObject(populate)) parser.problems.add('type', at, 'A population must be an object.')
  else {
    for (const [path, choice] of Object.entries(populate)) {
      const node = findRelationship(fields, path)
      if (!node) parser.problems.add('unknown_field', `${at}.${path}`, `Unknown path "${path}".`)
      else parsed.set(path, parseField(parser, choice, node, level, `${at}.${path}`))
    }
  }
  return { fields: parsed }
}

/** A relationship or join by its path, at any depth; hidden fields do not exist for clients. */
function findRelationship(fields: readonly FieldNode[], path: string): FieldNode | undefined {
  for (const node of fields) {
    if (node.hidden) continue
    if (node.path === path) return node.targets.length > 0 || node.join ? node : undefined
    const below = [...node.fields, ...Object.values(node.blocks).flat()]
    const found = path.startsWith(`${node.path}.`) ? findRelationship(below, path) : undefined
    if (found) return found
  }
  return undefined
}

export function targetsOf(node: FieldNode): readonly string[] {
  return node.join ? [node.join.collection] : node.targets
}

function parseField(
  parser: Parser,
  choice: unknown,
  node: FieldNode,
  level: number,
  at: string,
): ReadonlyMap<string, PopulatedTarget> {
  const targets = targetsOf(node)
  if (choice === true) return new Map(targets.map((slug) => [slug, { selection: null, population: null }]))
  if (!isPlainObject(choice)) {
    parser.problems.add('type', at, 'Must be true, or an object with "select" and "populate".')
    return new Map()
  }
  for (const name of Object.keys(choice)) {
    if (name !== 'select' && name !== 'populate')
      parser.problems.add('unknown_field', `${at}.${name}`, `Unknown option "${name}".`)
  }
  const known = (name: string, slug: string) => knows(parser, slug, name)
  reportUnknown(parser, choice['select'], targets, known, `${at}.select`)
  return new Map(
    targets.map((slug) => {
      const fields = parser.collections[slug]?.fields ?? []
      const system = (parser.collections[slug]?.systemFields ?? []).map((field) => field.name)
      const select = only(choice['select'], (name) => targets.length === 1 || known(name, slug))
      const populate = only(choice['populate'], (name) => targets.length === 1 || known(name.split('.')[0] ?? '', slug))
      const visible = fields.filter((field) => !field.hidden)
      const target: PopulatedTarget = {
        selection: select === undefined ? null : parseSelect(select, visible, system, `${at}.select`),
        population: populate === undefined ? null : parseLevel(parser, populate, visible, level + 1, `${at}.populate`),
      }
      return [slug, target]
    }),
  )
}

function knows({ collections }: Parser, slug: string, name: string): boolean {
  const collection = collections[slug]
  const isField = collection?.fields.some((field) => field.name === name && !field.hidden) ?? false
  return isField || (collection?.systemFields.some((field) => field.name === name) ?? false)
}

/** Of several target collections, each takes the part of a selection that it knows; what none knows is an unknown path. */
function reportUnknown(
  parser: Parser,
  select: unknown,
  targets: readonly string[],
  known: (name: string, slug: string) => boolean,
  at: string,
): void {
  if (targets.length < 2 || !isPlainObject(select)) return
  for (const name of Object.keys(select)) {
    if (!targets.some((slug) => known(name, slug)))
      parser.problems.add('unknown_field', `${at}.${name}`, `Unknown path "${name}".`)
  }
}

function only(part: unknown, keep: (name: string) => boolean): unknown {
  return isPlainObject(part) ? Object.fromEntries(Object.entries(part).filter(([name]) => keep(name))) : part
}
