import type { FieldDefinitions } from '@quirecms/core'
import { collection, defineConfig, f, type RuleArguments, type Where } from 'quirecms'

/**
 * Three collections that reference each other in every way. Their rules are looked up at each call, so one application
 * serves every policy.
 */
export const SLUGS = ['alphas', 'betas', 'gammas'] as const
export type Slug = (typeof SLUGS)[number]

/** The next collection of the circle. */
export const NEXT = { alphas: 'betas', betas: 'gammas', gammas: 'alphas' } as const satisfies Record<Slug, Slug>
const PREVIOUS = { alphas: 'gammas', betas: 'alphas', gammas: 'betas' } as const satisfies Record<Slug, Slug>

/** Readable documents of a collection: all, none, those with `shown`, or those whose boss has it. */
export type CollectionPolicy = 'all' | 'none' | 'shown' | 'boss'
/**
 * Documents in which a field is readable: none, or by a rule on the document, a condition on it or on another one, or
 * its id.
 */
export type FieldPolicy = 'open' | 'closed' | 'look' | 'condition' | 'boss' | 'id'

export interface Policy {
  readonly collections: Readonly<Record<Slug, CollectionPolicy>>
  /** By `slug.path`; all others are readable. */
  readonly fields: Readonly<Record<string, FieldPolicy>>
}

export const policy: { current: Policy } = {
  current: { collections: { alphas: 'all', betas: 'all', gammas: 'all' }, fields: {} },
}

/** Paths with a possible rule: all except those that rules use (`shown`, `boss`), and hidden ones. */
export const RULED_PATHS: readonly string[] = `
  name rank word one many any anyMany local locals
  group group.text group.link rows rows.text rows.links rows.word
  parts parts.a.text parts.a.link parts.b.link page page.text page.link
  fromOne fromMany fromAny fromRows fromParts inside.fromLocal extra`
  .trim()
  .split(/\s+/)

export interface View {
  readonly slug: Slug
  readonly id: string
  readonly shown: boolean
  readonly bossShown: boolean
}

/** Whether the current policy allows reading the field in this document, regardless of its parents. */
export function allows(path: string, { slug, id, shown, bossShown }: View): boolean {
  switch (policy.current.fields[`${slug}.${path}`] ?? 'open') {
    case 'open':
      return true
    case 'closed':
      return false
    case 'look':
    case 'condition':
      return shown
    case 'boss':
      return bossShown
    case 'id':
      return isEven(id)
  }
}

const isEven = (id: string | undefined) => '02468ace'.includes(id?.at(-1) ?? '!')

function ruled(slug: Slug, path: string) {
  // A rule that reads `id` closes the field to queries, so only that policy does.
  const read = (args: RuleArguments): boolean | Where | Promise<boolean> => {
    switch (policy.current.fields[`${slug}.${path}`] ?? 'open') {
      case 'open':
        return true
      case 'closed':
        return Promise.resolve(false)
      case 'look':
        return args.doc?.['shown'] === true
      case 'condition':
        return { shown: { equals: true } }
      case 'boss':
        return { 'boss.shown': { equals: true } }
      case 'id':
        return isEven(args.id)
    }
  }
  return { access: { read } }
}

function readRule(slug: Slug): boolean | Where {
  switch (policy.current.collections[slug]) {
    case 'all':
      return true
    case 'none':
      return false
    case 'shown':
      return { shown: { equals: true } }
    case 'boss':
      return { 'boss.shown': { equals: true } }
  }
}

function fieldsOf(slug: Slug): FieldDefinitions {
  const [next, previous] = [NEXT[slug], PREVIOUS[slug]]
  const rule = (path: string) => ruled(slug, path)
  return {
    shown: f.checkbox({ index: true }),
    boss: f.relationship({ to: next }),
    name: f.text({ index: true, ...rule('name') }),
    rank: f.number({ index: true, ...rule('rank') }),
    word: f.text({ localized: true, index: true, ...rule('word') }),
    extra: f.json(rule('extra')),
    head: f.text(),
    words: f.text({ many: true }),
    secret: f.text({ hidden: true }),
    keeper: f.relationship({ to: next, hidden: true }),
    one: f.relationship({ to: next, index: true, ...rule('one') }),
    many: f.relationship({ to: slug, many: true, ...rule('many') }),
    any: f.relationship({ to: ['alphas', 'betas'], ...rule('any') }),
    anyMany: f.relationship({ to: ['gammas', 'betas'], many: true, ...rule('anyMany') }),
    local: f.relationship({ to: next, localized: true, ...rule('local') }),
    locals: f.relationship({ to: slug, localized: true, many: true, ...rule('locals') }),
    group: f.group({
      fields: { text: f.text(rule('group.text')), link: f.relationship({ to: next, ...rule('group.link') }) },
      ...rule('group'),
    }),
    rows: f.array({
      fields: {
        text: f.text(rule('rows.text')),
        word: f.text({ localized: true, ...rule('rows.word') }),
        links: f.relationship({ to: next, many: true, ...rule('rows.links') }),
      },
      ...rule('rows'),
    }),
    parts: f.blocks({
      blocks: {
        a: {
          fields: { text: f.text(rule('parts.a.text')), link: f.relationship({ to: next, ...rule('parts.a.link') }) },
        },
        b: { fields: { link: f.relationship({ to: ['alphas', 'gammas'], ...rule('parts.b.link') }) } },
      },
      ...rule('parts'),
    }),
    page: f.group({
      localized: true,
      fields: { text: f.text(rule('page.text')), link: f.relationship({ to: slug, ...rule('page.link') }) },
      ...rule('page'),
    }),
    fromOne: f.join({ collection: previous, on: 'one', sort: 'name', limit: 2, ...rule('fromOne') }),
    fromMany: f.join({ collection: slug, on: 'many', sort: '-rank', ...rule('fromMany') }),
    ...(slug !== 'gammas' && {
      fromAny: f.join({ collection: previous, on: 'any', sort: 'word', ...rule('fromAny') }),
    }),
    fromRows: f.join({
      collection: previous,
      on: 'rows.links',
      where: { shown: { equals: true } },
      ...rule('fromRows'),
    }),
    fromParts: f.join({ collection: previous, on: 'parts.a.link', sort: 'boss.name', ...rule('fromParts') }),
    fromKeeper: f.join({ collection: previous, on: 'keeper' }),
    inside: f.group({
      fields: { fromLocal: f.join({ collection: previous, on: 'local', limit: 1, ...rule('inside.fromLocal') }) },
    }),
  }
}

const part = (slug: Slug) =>
  collection({
    fields: fieldsOf(slug),
    search: { fields: { head: 3, words: 1 } },
    access: { read: () => readRule(slug), create: () => false, update: () => true, delete: () => false },
  })

export const universe = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: { alphas: part('alphas'), betas: part('betas'), gammas: part('gammas') },
})
