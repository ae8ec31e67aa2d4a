import { onEachDatabase } from '@quirecms/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { encode } from '../api/query-table.ts'
import { actors, atlas } from './atlas.ts'
import { waysIn } from '../api/ways-in.ts'

interface Asked {
  readonly where?: unknown
  readonly sort?: string | readonly string[]
  readonly locale?: string
  readonly 'fallback-locale'?: string
}

/** A query, and the codes of its results; ordered if it sorts. */
const cases: readonly (readonly [asked: Asked, finds: string])[] = [
  [{ where: { title: { equals: 'Rome' } } }, 'rome'],
  [{ where: { title: { equals: 'Rom' } } }, ''],
  [{ where: { title: { equals: 'Rom' } }, locale: 'de' }, 'rome'],
  [{ where: { title: { equals: 'Rome' } }, locale: 'de' }, ''],
  [{ where: { title: { equals: 'Paris' } }, locale: 'de' }, 'paris'],
  [{ where: { title: { equals: 'Paris' } }, locale: 'de', 'fallback-locale': 'false' }, ''],
  [{ where: { title: { equals: null } }, locale: 'de', 'fallback-locale': 'false' }, 'paris oslo'],
  [{ where: { title: { not_equals: 'Rom' } }, locale: 'fr' }, 'paris oslo'],
  [{ where: { title: { in: ['Rom', 'Oslo'] } }, locale: 'fr' }, 'rome oslo'],
  [{ where: { title: { equals: 'Rome' } }, locale: 'fr', 'fallback-locale': 'en,de' }, 'rome'],
  [{ where: { title: { exists: true } }, locale: 'it' }, ''],
  [{ where: { title: { exists: true } }, locale: 'it', 'fallback-locale': 'fr' }, ''],
  [{ where: { title: { contains: 'O' } }, locale: 'it', 'fallback-locale': 'fr,de,en' }, 'rome oslo'],
  [{ where: { views: { greater_than: 3 } }, locale: 'de' }, 'rome'],
  [{ where: { views: { less_than: 3 } }, locale: 'de' }, 'paris'],
  [{ where: { flag: { equals: false } }, locale: 'de' }, 'rome'],
  [{ where: { flag: { equals: false } } }, ''],
  // An empty list is a value of its locale, but null in queries.
  [{ where: { tags: { contains: 'a' } }, locale: 'de' }, 'paris'],
  [{ where: { tags: { exists: false } }, locale: 'de' }, 'rome oslo'],
  [{ where: { 'about.summary': { equals: 'Alt' } }, locale: 'fr' }, 'rome'],
  // A localized group falls back as a whole.
  [{ where: { 'about.size': { equals: 1 } }, locale: 'de' }, 'paris'],
  [{ where: { 'seo.hint': { equals: 'Tipp' } }, locale: 'fr' }, 'rome'],
  [{ where: { 'steps.text': { equals: 'Walk' } }, locale: 'de' }, 'paris'],
  [{ where: { steps: { exists: true } }, locale: 'fr' }, 'rome paris'],
  [{ where: { 'rows.word': { equals: 'eins' } }, locale: 'fr' }, 'rome'],
  [{ where: { 'rows.inner.v': { equals: 'w' } }, locale: 'fr' }, 'rome'],
  [{ where: { 'parts.quote.text': { equals: 'Veni' } }, locale: 'de' }, 'rome'],
  [{ where: { 'story.text.text': { starts_with: 'es' } }, locale: 'fr' }, 'rome'],
  [{ where: { 'data.deep': { equals: 1 } }, locale: 'fr' }, 'rome'],
  [{ where: { 'guide.name': { equals: 'Führer' } }, locale: 'de' }, 'rome'],
  [{ where: { 'guide.name': { equals: 'Guide' } }, locale: 'de' }, ''],
  // All locales: the default one, or a named one.
  [{ where: { title: { equals: 'Rome' } }, locale: 'all' }, 'rome'],
  [{ where: { title: { equals: 'Rom' } }, locale: 'all' }, ''],
  [{ where: { 'title.de': { equals: 'Rom' } }, locale: 'all' }, 'rome'],
  [{ where: { 'title.de': { exists: false } }, locale: '*' }, 'paris oslo'],
  [{ where: { 'title.fr': { equals: 'Rom' } }, locale: 'all' }, ''],
  [{ where: { 'about.de.summary': { equals: 'Alt' } }, locale: 'all' }, 'rome'],
  [{ where: { 'rows.word.de': { equals: 'eins' } }, locale: 'all' }, 'rome'],
  [{ where: { 'rows.inner.v.fr': { equals: 'w' } }, locale: 'all' }, 'rome'],
  [{ where: { 'steps.en.text': { equals: 'Walk' } }, locale: 'all' }, 'paris'],
  [{ where: { 'data.en.deep': { equals: 1 } }, locale: 'all' }, 'rome'],
  [{ where: { 'guide.en.name.de': { equals: 'Führer' } }, locale: 'all' }, 'rome'],
  [{ sort: 'title' }, 'oslo paris rome'],
  [{ sort: '-title', locale: 'de' }, 'rome paris oslo'],
  [{ sort: ['views', 'title'], locale: 'de' }, 'oslo paris rome'],
  [{ sort: ['views', 'title'] }, 'oslo rome paris'],
  [{ sort: ['title', 'code'], locale: 'it' }, 'oslo paris rome'],
  [{ sort: '-title.de', locale: 'all' }, 'rome'],
  [{ sort: ['about.summary', 'code'], locale: 'de' }, 'oslo rome paris'],
  [{ sort: ['-seo.hint', 'code'], locale: 'fr' }, 'rome oslo paris'],
]

const refusals: readonly (readonly [asked: Asked, path: string])[] = [
  [{ where: { 'title.de': { equals: 'Rom' } } }, 'where.title.de'],
  [{ where: { 'title.de': { equals: 'Rom' } }, locale: 'de' }, 'where.title.de'],
  [{ where: { 'title.es': { equals: 'Rom' } }, locale: 'all' }, 'where.title.es'],
  [{ where: { 'code.de': { equals: 'Rom' } }, locale: 'all' }, 'where.code.de'],
  [{ where: { 'about.summary.de': { equals: 'Alt' } }, locale: 'all' }, 'where.about.summary.de'],
  [{ where: { about: { exists: true } }, locale: 'all' }, 'where.about'],
  [{ where: { secret: { exists: true } }, locale: 'all' }, 'where.secret'],
  [{ where: { 'secret.de': { exists: true } }, locale: 'all' }, 'where.secret.de'],
  [{ where: { 'hidden.en': { exists: true } }, locale: 'all' }, 'where.hidden.en'],
  [{ sort: 'title.de' }, 'sort.title.de'],
]

onEachDatabase('filters and sorts in a locale', { config: atlas, actors }, (app, dialect) => {
  beforeEach(async () => {
    const { places, guides } = app().app.local.asSystem().collections
    const guide = await guides.create({ name: { en: 'Guide', de: 'Führer' } }, { locale: 'all' })
    await places.create(
      {
        code: 'rome',
        title: { en: 'Rome', de: 'Rom' },
        views: { en: 1, de: 7 },
        flag: { de: false },
        tags: { en: ['a'], de: [] },
        data: { en: { deep: 1 } },
        guide: { en: guide.id },
        about: { en: { summary: 'Old', size: 1 }, de: { summary: 'Alt' } },
        seo: { hint: { de: 'Tipp' } },
        steps: { de: [{ text: 'Geh' }] },
        rows: [{ word: { en: 'one', de: 'eins' }, inner: [{ v: { fr: 'w' } }] }],
        story: { de: [{ blockType: 'text', text: 'Es war' }] },
        parts: [{ blockType: 'quote', text: { en: 'Veni' } }],
        secret: { de: 'x' },
      },
      { locale: 'all' },
    )
    await places.create({
      code: 'paris',
      title: 'Paris',
      views: 2,
      tags: ['a'],
      about: { summary: 'City', size: 1 },
      steps: [{ text: 'Walk' }],
    })
    await places.create({ code: 'oslo', title: 'Oslo' })
  })

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    it('finds what a read in that locale shows', async () => {
      for (const [asked, finds] of cases) {
        const query = encode({ ...asked })
        const { docs, text } = await call(app(), { call: `GET /api/collections/places?${decodeURIComponent(query)}` })
        const codes = ((docs ?? []) as { code: string }[]).map(({ code }) => code)
        const expected = finds.split(' ').filter((code) => code !== '')
        const found = asked.sort === undefined ? codes.toSorted() : codes.slice(0, expected.length)
        expect({ asked, found, text: docs ? '' : text }).toEqual({
          asked,
          found: asked.sort === undefined ? expected.toSorted() : expected,
          text: '',
        })
      }
    })

    it('a locale is part of a path only if all locales are read', async () => {
      for (const [asked, path] of refusals) {
        const query = decodeURIComponent(encode({ ...asked }))
        const outcome = await call(app(), { call: `GET /api/collections/places?${query}`, as: 'ann' })
        expect({ asked, ...outcome }).toMatchObject({ status: 400, issues: [{ code: 'unknown_field', path }] })
      }
    })
  })
})
