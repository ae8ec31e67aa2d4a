import { must, onEachDatabase, type Outcome, scenarios } from '@quirecms/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { actors, atlas } from './atlas.ts'
import { waysIn } from '../api/ways-in.ts'

const setup = { config: atlas, actors }

onEachDatabase('reading in a locale', setup, (app, dialect) => {
  let id = ''
  beforeEach(async () => {
    const { places, guides } = app().app.local.asSystem().collections
    const guide = await guides.create(
      { name: { en: 'Guide', de: 'Führer' }, motto: { en: 'Go', fr: 'Allez' } },
      { locale: 'all' },
    )
    const place = await places.create(
      {
        code: 'x',
        title: { en: 'Rome', de: 'Rom', it: 'Roma' },
        views: { en: 0, de: 7 },
        flag: { de: false },
        tags: { en: ['a', 'b'], de: [] },
        data: { en: { deep: [1] } },
        guide: { en: guide.id },
        about: { en: { summary: 'Old', size: 1, note: 'n' }, de: { summary: 'Alt', size: null, note: null } },
        seo: { hint: { de: 'Tipp' }, index: true },
        steps: { en: [{ id: 's1', text: 'Walk', guide: guide.id }] },
        rows: [
          {
            id: 'r1',
            label: 'L1',
            word: { en: 'one', de: 'eins' },
            inner: [{ id: 'i1', v: { en: 'v', fr: 'w' }, n: 1 }],
          },
          { id: 'r2', label: 'L2', word: { fr: 'deux' }, inner: [] },
        ],
        story: { de: [{ id: 'b1', blockType: 'text', text: 'Es war' }] },
        parts: [{ id: 'p1', blockType: 'quote', text: { en: 'Veni', it: 'Venni' }, by: 'C' }],
      },
      { locale: 'all' },
    )
    id = place.id
  })

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    const read = (query: string): Promise<Outcome> =>
      call(app(), { call: `GET /api/collections/places/${id}?${query}` })
    const doc = async (query: string) => (await read(query)).doc as Record<string, unknown>

    it('the default locale, requested or not', async () => {
      const expected = { code: 'x', title: 'Rome', views: 0, flag: null, tags: ['a', 'b'], data: { deep: [1] } }
      for (const query of ['', 'locale=en', 'locale=en&fallback-locale=false']) {
        expect(await doc(query)).toMatchObject({ ...expected, seo: { hint: null, index: true }, story: [] })
      }
    })

    it('a locale with its fallback: each field separately; false, 0 and [] are values', async () => {
      expect(await doc('locale=de')).toMatchObject({
        title: 'Rom',
        views: 7,
        flag: false,
        tags: [],
        data: { deep: [1] },
        about: { summary: 'Alt', size: null, note: null },
        seo: { hint: 'Tipp' },
        steps: [{ id: 's1', text: 'Walk' }],
        rows: [
          { id: 'r1', label: 'L1', word: 'eins', inner: [{ id: 'i1', v: 'v', n: 1 }] },
          { id: 'r2', label: 'L2', word: null, inner: [] },
        ],
        story: [{ id: 'b1', text: 'Es war' }],
        parts: [{ id: 'p1', text: 'Veni', by: 'C' }],
      })
    })

    it('a fallback chain, in its order', async () => {
      expect(await doc('locale=fr')).toMatchObject({
        title: 'Rom',
        rows: [{ word: 'eins', inner: [{ v: 'w' }] }, { word: 'deux' }],
        about: { summary: 'Alt' },
      })
      expect(await doc('locale=fr&fallback-locale=en,de')).toMatchObject({ title: 'Rome', seo: { hint: 'Tipp' } })
      expect(await doc('locale=fr&fallbackLocale=it')).toMatchObject({ title: 'Roma', rows: [{ word: null }, {}] })
    })

    it('a locale without fallbacks has none', async () => {
      expect(await doc('locale=it')).toMatchObject({
        title: 'Roma',
        views: null,
        tags: [],
        about: { summary: null, size: null },
        steps: [],
        parts: [{ text: 'Venni' }],
      })
    })

    it('no fallback if it is turned off', async () => {
      expect(await doc('locale=de&fallback-locale=false')).toMatchObject({
        title: 'Rom',
        data: null,
        guide: null,
        steps: [],
        rows: [{ word: 'eins', inner: [{ v: null, n: 1 }] }, { word: null }],
      })
    })

    it.each(['all', '*'])('every locale: %s', async (locale) => {
      expect(await doc(`locale=${locale}`)).toMatchObject({
        code: 'x',
        title: { en: 'Rome', de: 'Rom', it: 'Roma' },
        flag: { de: false },
        tags: { en: ['a', 'b'], de: [] },
        about: { en: { summary: 'Old', size: 1, note: 'n' }, de: { summary: 'Alt' } },
        seo: { hint: { de: 'Tipp' }, index: true },
        steps: { en: [{ id: 's1', text: 'Walk' }] },
        rows: [{ label: 'L1', word: { en: 'one', de: 'eins' }, inner: [{ v: { en: 'v', fr: 'w' }, n: 1 }] }, {}],
        story: { de: [{ text: 'Es war' }] },
        parts: [{ text: { en: 'Veni', it: 'Venni' }, by: 'C' }],
        guides: {},
      })
    })

    it('select works by field, whatever the locale', async () => {
      const select = JSON.stringify({
        title: true,
        about: { summary: true },
        rows: { word: true },
        steps: { text: true },
      })
      expect(await doc(`locale=de&select=${select}`)).toEqual({
        id,
        title: 'Rom',
        about: { summary: 'Alt' },
        rows: [
          { id: 'r1', word: 'eins' },
          { id: 'r2', word: null },
        ],
        steps: [{ id: 's1', text: 'Walk' }],
      })
      expect(await doc(`locale=all&select=${select}`)).toEqual({
        id,
        title: { en: 'Rome', de: 'Rom', it: 'Roma' },
        about: { en: { summary: 'Old' }, de: { summary: 'Alt' } },
        rows: [
          { id: 'r1', word: { en: 'one', de: 'eins' } },
          { id: 'r2', word: { fr: 'deux' } },
        ],
        steps: { en: [{ id: 's1', text: 'Walk' }] },
      })
    })

    it('populated documents are in the same locale, with the same fallbacks', async () => {
      const populate = JSON.stringify({ guide: true, 'steps.guide': { select: { name: true } } })
      const guide = async (query: string) => (await doc(`${query}&populate=${populate}`))['guide']
      expect(await guide('locale=en')).toMatchObject({ name: 'Guide', motto: 'Go' })
      expect(await guide('locale=fr')).toMatchObject({ name: 'Führer', motto: 'Allez' })
      expect(await guide('locale=fr&fallback-locale=en')).toMatchObject({ name: 'Guide', motto: 'Allez' })
      expect(await guide('locale=all')).toMatchObject({ en: { name: { en: 'Guide', de: 'Führer' } } })
      expect(await doc(`locale=de&populate=${populate}`)).toMatchObject({ steps: [{ guide: { name: 'Führer' } }] })
    })

    it('values of a removed locale are not returned, and survive writes', async () => {
      const { storage, local } = app().app
      const stored = must(await storage.reader.get('places', id), 'place')
      const data = JSON.parse(stored.json) as Record<string, Record<string, unknown>>
      const json = JSON.stringify({ ...data, title: { ...data['title'], xx: 'Old' } })
      await storage.transaction((tx) => tx.update('places', { ...stored, json }, stored.revision))
      const { title } = await doc('locale=all')
      expect(title).toEqual({ en: 'Rome', de: 'Rom', it: 'Roma' })
      await local.asSystem().collections.places.update(id, { code: 'y' })
      expect(JSON.parse(must(await storage.reader.get('places', id), 'place').json)).toMatchObject({
        title: { xx: 'Old' },
      })
    })
  })
})

const refused = (name: string, query: string, path: string) => ({
  name,
  call: `GET /api/collections/places?${query}`,
  answers: { status: 400, code: 'invalid_query', issues: [{ code: 'option' as const, path }] },
})

scenarios('refused locales', { ...setup, matrix: 'validation' }, [
  refused('an unknown locale', 'locale=es', 'locale'),
  refused('the wrong case', 'locale=EN', 'locale'),
  refused('an empty locale', 'locale=', 'locale'),
  refused('names of objects', 'locale=constructor', 'locale'),
  refused('an unknown fallback', 'fallback-locale=es', 'fallback-locale'),
  refused('an unknown one in a chain', 'locale=de&fallback-locale=en,es', 'fallback-locale'),
  refused('an empty fallback', 'fallback-locale=', 'fallback-locale'),
  refused('all as a fallback', 'fallback-locale=all', 'fallback-locale'),
  refused('true as a fallback', 'fallback-locale=true', 'fallback-locale'),
  refused('an unknown fallback beside all', 'locale=all&fallback-locale=es', 'fallback-locale'),
  {
    name: 'two contradictory spellings of the fallback',
    only: 'http',
    call: 'GET /api/collections/places?locale=fr&fallback-locale=en&fallbackLocale=de',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'type', path: 'fallback-locale' }] },
  },
])

scenarios('accepted locales', setup, [
  {
    name: 'both spellings of the fallback, if they agree',
    only: 'http',
    call: 'GET /api/collections/places?locale=fr&fallback-locale=en&fallbackLocale=en',
    answers: { status: 200, docs: [] },
  },
  {
    name: 'count accepts the same',
    call: 'GET /api/collections/places/count?locale=fr&fallback-locale=it',
    answers: { status: 200, body: { count: 0 } },
  },
  {
    name: 'a global is read in a locale',
    call: 'GET /api/globals/site?locale=fr&fallback-locale=false',
    answers: { status: 200, doc: { name: null, links: [] } },
  },
  {
    name: 'a global in all locales',
    call: 'GET /api/globals/site?locale=*',
    answers: { status: 200, doc: { name: {}, links: [] } },
  },
])
