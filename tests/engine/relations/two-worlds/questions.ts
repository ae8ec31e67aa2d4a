import type { FieldNode, Manifest } from '@quirecms/core'
import { must } from '@quirecms/testkit'
import fc, { type Arbitrary } from 'fast-check'
import { type Slug, SLUGS } from './universe.ts'
import { ALL_IDS, idsOf, WORDS } from './worlds.ts'

/** A call of the public API by an anonymous caller. */
export interface Question {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type Collections = Pick<Manifest, 'collections'>
type Walk = readonly [path: string, node: FieldNode | 'id' | 'instant' | 'rows' | 'text']

const LIST_FORMS = ['equals', 'not_equals', 'exists'] as const

/** Lists, counts, reads, selections, capabilities and refused writes, with random filters, orders and populations. */
export function anyQuestion(manifest: Collections): Arbitrary<Question> {
  const slug = fc.constantFrom(...SLUGS)
  const presentation = (of: Slug) =>
    fc.record(
      {
        select: fc.oneof(
          { weight: 2, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: anySelect(manifest, of) },
        ),
        populate: anyPopulate(manifest, of, 2),
        depth: fc.integer({ min: 0, max: 2 }),
        locale: fc.constantFrom('en', 'de', 'all'),
        'fallback-locale': fc.constantFrom('false', 'en'),
      },
      { requiredKeys: [] },
    )
  const list = slug.chain((of) =>
    fc
      .tuple(fc.constantFrom('', '', '/count'), presentation(of), anyFilter(manifest, of))
      .map(
        ([path, shown, filter]): Question => get(`/api/collections/${of}${path}`, { ...filter, ...oneOfBoth(shown) }),
      ),
  )
  const read = slug.chain((of) =>
    fc
      .tuple(fc.constantFrom(...idsOf(of)), presentation(of))
      .map(([id, shown]): Question => get(`/api/collections/${of}/${id}`, oneOfBoth(shown))),
  )
  const selection = slug.chain((of) =>
    anyWhere(manifest, of).map((where): Question => post(`/api/access/collections/${of}/selection`, { where })),
  )
  const access = slug.chain((of) =>
    fc.constantFrom(...idsOf(of)).map((id): Question => post(`/api/access/collections/${of}`, { id })),
  )
  return fc.oneof(
    { weight: 6, arbitrary: list },
    { weight: 3, arbitrary: read },
    { weight: 1, arbitrary: selection },
    { weight: 1, arbitrary: access },
  )
}

/** A write with references: unreadable documents must be reported like missing ones. */
export function anyWrite(): Arbitrary<Question> {
  return fc.constantFrom(...SLUGS).chain((slug) =>
    fc
      .tuple(
        fc.constantFrom(...idsOf(slug)),
        fc.record(
          {
            one: fc.constantFrom(...ALL_IDS),
            many: fc.array(fc.constantFrom(...ALL_IDS), { maxLength: 3 }),
            any: fc.record({ relationTo: fc.constantFrom('alphas', 'betas'), value: fc.constantFrom(...ALL_IDS) }),
            group: fc.record({ link: fc.constantFrom(...ALL_IDS) }),
          },
          { requiredKeys: [] },
        ),
        fc.constantFrom('en', 'de'),
      )
      .map(
        ([id, body, locale]): Question => ({
          method: 'PATCH',
          path: `/api/collections/${slug}/${id}`,
          query: { locale },
          body,
        }),
      ),
  )
}

function get(path: string, query: Readonly<Record<string, unknown>>): Question {
  return { method: 'GET', path, query }
}

function post(path: string, body: unknown): Question {
  return { method: 'POST', path, query: {}, body }
}

/** Together they are refused. */
function oneOfBoth({ populate, depth, ...others }: Record<string, unknown>): Record<string, unknown> {
  if (populate === undefined) return depth === undefined ? others : { ...others, depth }
  return { ...others, populate }
}

function anyFilter(manifest: Collections, slug: Slug): Arbitrary<Record<string, unknown>> {
  const page = { limit: fc.integer({ min: 1, max: 5 }), page: fc.integer({ min: 1, max: 2 }) }
  const where = anyWhere(manifest, slug)
  const sort = fc.tuple(fc.constantFrom('', '-'), anyKey(manifest, slug, 2)).map(([sign, path]) => sign + path)
  const search = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }).map((some) => some.join(' '))
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ where, sort, ...page }, { requiredKeys: ['where'] }) },
    // By rank, unless sorted.
    { weight: 1, arbitrary: fc.record({ where, search, ...page }, { requiredKeys: ['search'] }) },
  )
}

function anyWhere(manifest: Collections, slug: Slug): Arbitrary<Record<string, unknown>> {
  const comparison = anyWalk(manifest, slug, 3).chain(([path, node]) => anyTest(node).map((test) => ({ [path]: test })))
  return fc.oneof(
    { weight: 5, arbitrary: comparison },
    { weight: 1, arbitrary: comparison.map((one) => ({ not: one })) },
    { weight: 1, arbitrary: fc.tuple(comparison, comparison).map((or) => ({ or })) },
    { weight: 1, arbitrary: fc.tuple(comparison, comparison).map(([one, two]) => ({ ...one, not: two })) },
  )
}

function anyTest(node: Walk[1]): Arbitrary<Record<string, unknown>> {
  const test = (operators: readonly string[], value: Arbitrary<unknown>) =>
    fc.constantFrom(...operators).chain((operator) => {
      const list = operator === 'in' || operator === 'not_in' || operator === 'all'
      const one =
        operator === 'exists' ? fc.boolean() : operator.endsWith('equals') ? fc.option(value, { freq: 3 }) : value
      return (list ? fc.array(value, { maxLength: 2 }) : one).map((given) => ({ [operator]: given }))
    })
  const ids = fc.constantFrom(...ALL_IDS)
  if (node === 'rows') return test(LIST_FORMS, fc.constant(null))
  if (node === 'instant') return test(['greater_than', 'less_than_equal'], fc.constant('2026-02-01T00:00:00.000Z'))
  if (node === 'id') return test(['equals', 'not_equals', 'in'], ids)
  if (node === 'text')
    return test(['equals', 'not_equals', 'exists'], fc.oneof(ids, fc.constantFrom('alphas', 'row-0')))
  if (node.targets.length > 0) {
    const pair = fc.record({ relationTo: fc.constantFrom(...SLUGS), value: ids })
    return test(node.operators, node.storedAs === 'pair' ? pair : ids)
  }
  const values = { number: fc.integer({ min: 0, max: 3 }), boolean: fc.boolean() }
  const value =
    node.storedAs === 'number' || node.storedAs === 'boolean' ? values[node.storedAs] : fc.constantFrom(...WORDS)
  return test(node.operators, value)
}

/** A valid sort path: to one value, through single relationships. */
function anyKey(manifest: Collections, slug: string, hops: number): Arbitrary<string> {
  return keyIn(manifest, must(manifest.collections[slug], slug).fields, hops)
}

function keyIn(manifest: Collections, fields: readonly FieldNode[], hops: number): Arbitrary<string> {
  const leadsToOne = (node: FieldNode) =>
    node.storedAs === 'text' && node.targets.length === 1 && !node.many && hops > 0
  const usable = fields.filter(
    (node) => !node.hidden && (leadsToOne(node) || node.structure === 'group' || node.sortable),
  )
  return fc.constantFrom(...usable).chain((node) => {
    const [target] = node.targets
    if (node.structure === 'group') {
      const below = node.fields.some((one) => one.structure === 'value')
      return below ? keyIn(manifest, node.fields, hops).map((path) => `${node.name}.${path}`) : fc.constant('createdAt')
    }
    if (target === undefined) return fc.constant(node.name)
    return anyKey(manifest, target, hops - 1).map((path) => `${node.name}.${path}`)
  })
}

/** A random path through at most this many other documents. */
function anyWalk(manifest: Collections, slug: string, hops: number): Arbitrary<Walk> {
  const fields = must(manifest.collections[slug], slug).fields
  const system: Walk[] = [
    ['id', 'id'],
    ['createdAt', 'instant'],
  ]
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...system) },
    { weight: 12, arbitrary: walkIn(manifest, fields, hops) },
  )
}

function walkIn(manifest: Collections, fields: readonly FieldNode[], hops: number): Arbitrary<Walk> {
  return fieldOf(fields).chain((node) => {
    const on = (below: Arbitrary<Walk>) => below.map(([path, end]): Walk => [`${node.name}.${path}`, end])
    const rows: Walk = [node.name, 'rows']
    switch (node.structure) {
      case 'group':
        return on(walkIn(manifest, node.fields, hops))
      case 'rows':
        return fc.oneof(fc.constant(rows), on(walkIn(manifest, node.fields, hops)))
      case 'blocks': {
        const blocks = Object.entries(node.blocks).map(([block, inner]) =>
          walkIn(manifest, inner, hops).map(([path, end]): Walk => [`${block}.${path}`, end]),
        )
        return fc.oneof(fc.constant(rows), on(fc.constant<Walk>(['blockType', 'text'])), on(fc.oneof(...blocks)))
      }
      default:
        return walkFrom(manifest, node, hops)
    }
  })
}

/** Mostly a visible one: a path into a hidden field is always unknown. */
function fieldOf(fields: readonly FieldNode[]): Arbitrary<FieldNode> {
  const hidden = fields.filter((node) => node.hidden)
  const open = fc.constantFrom(...fields.filter((node) => !node.hidden))
  if (hidden.length === 0) return open
  return fc.oneof({ weight: 40, arbitrary: open }, { weight: 1, arbitrary: fc.constantFrom(...hidden) })
}

function walkFrom(manifest: Collections, node: FieldNode, hops: number): Arbitrary<Walk> {
  const here: Walk = [node.name, node.join ? 'rows' : node]
  const targets = node.join ? [node.join.collection] : node.targets
  if (targets.length === 0 || hops === 0) {
    return fc.constant(node.storedAs === 'json' ? [`${node.name}.a`, node] : here)
  }
  const beyond = fc.constantFrom(...targets).chain((target) => anyWalk(manifest, target, hops - 1))
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(here) },
    { weight: 3, arbitrary: beyond.map(([path, end]): Walk => [`${node.name}.${path}`, end]) },
  )
}

function anySelect(manifest: Collections, slug: Slug): Arbitrary<unknown> {
  const names = must(manifest.collections[slug], slug)
    .fields.filter(({ hidden }) => !hidden)
    .map(({ name }) => name)
  return fc
    .tuple(fc.subarray(names, { minLength: 1 }), fc.boolean())
    .map(([chosen, choice]) => Object.fromEntries(chosen.map((name) => [name, choice])))
}

function anyPopulate(manifest: Collections, slug: string, levels: number): Arbitrary<Record<string, unknown>> {
  const nodes = relationshipsIn(must(manifest.collections[slug], slug).fields)
  return fc.subarray(nodes, { minLength: 1, maxLength: 4 }).chain((chosen) =>
    fc
      .tuple(
        ...chosen.map((node) => {
          const [target = slug, ...others] = node.join ? [node.join.collection] : node.targets
          if (levels === 1 || others.length > 0) return fc.constant<unknown>(true)
          const deeper = anyPopulate(manifest, target, levels - 1).map((populate): unknown => ({ populate }))
          return fc.oneof(fc.constant<unknown>(true), deeper)
        }),
      )
      .map((choices) => Object.fromEntries(chosen.map((node, index) => [node.path, choices[index]]))),
  )
}

function relationshipsIn(fields: readonly FieldNode[]): FieldNode[] {
  return fields
    .filter(({ hidden }) => !hidden)
    .flatMap((node) => [
      ...(node.targets.length > 0 || node.join ? [node] : []),
      ...relationshipsIn([...node.fields, ...Object.values(node.blocks).flat()]),
    ])
}
