import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, atlas } from './atlas.ts'
import { waysIn } from '../api/ways-in.ts'

const setup = { config: atlas, actors }
const place = ['places', { title: 'Rome' }] as const
const CREATE = 'POST /api/collections/places'
const PATCH = 'PATCH /api/collections/places/{place}'
const refused = (...issues: readonly (readonly [code: string, path: string])[]) => ({
  status: 422,
  code: 'validation',
  issues: issues.map(([code, path]) => ({ code: code as 'type', path })),
})

scenarios('required in locales', setup, [
  {
    name: 'a new document needs the default locale',
    as: 'ann',
    call: `${CREATE}?locale=de`,
    body: { title: 'Rom' },
    answers: refused(['required', 'title']),
    counts: { places: 0 },
  },
  {
    name: 'and no other',
    as: 'ann',
    call: `${CREATE}?locale=all`,
    body: { title: { en: 'Rome' } },
    answers: { status: 201, doc: { title: { en: 'Rome' } } },
  },
  {
    name: 'another one that is written must not be empty',
    as: 'ann',
    given: { place },
    call: `${PATCH}?locale=de`,
    body: { title: '' },
    answers: refused(['required', 'title']),
  },
  {
    name: 'nor in an object of locales',
    as: 'ann',
    given: { place },
    call: `${PATCH}?locale=all`,
    body: { title: { de: '' } },
    answers: refused(['required', 'title']),
  },
  {
    name: 'but it may be removed',
    as: 'ann',
    given: { place },
    call: `${PATCH}?locale=all`,
    body: { title: { de: null } },
    answers: { status: 200, doc: { title: { en: 'Rome', de: null } } },
  },
  {
    name: 'null for all locales is null for the default one',
    as: 'ann',
    given: { place },
    call: `${PATCH}?locale=all`,
    body: { title: null },
    answers: refused(['required', 'title']),
    leaves: { place: { title: 'Rome' } },
  },
  {
    name: 'a write of other fields in another locale requires nothing',
    as: 'ann',
    given: { place },
    call: `${PATCH}?locale=it`,
    body: { code: 'x', views: 3 },
    answers: { status: 200, doc: { code: 'x', views: 3, title: null } },
    leaves: { place: { title: 'Rome', views: null, code: 'x' } },
  },
])

scenarios('all locales at once: shapes', setup, [
  {
    name: 'a value in the place of an object',
    as: 'ann',
    call: `${CREATE}?locale=all`,
    body: { title: 'Rome', views: 3, tags: ['a'], steps: [], about: 'x', guide: 'y' },
    answers: refused(
      ['type', 'title'],
      ['type', 'views'],
      ['type', 'tags'],
      ['type', 'steps'],
      ['type', 'about'],
      ['type', 'guide'],
    ),
  },
  {
    name: 'unknown locales',
    as: 'ann',
    given: { place },
    call: `${PATCH}?locale=all`,
    body: { title: { en: 'Rome', es: 'Roma' }, rows: [{ word: { es: 'uno' } }], about: { summary: 'x' } },
    answers: refused(['unknown_field', 'title'], ['unknown_field', 'rows.0.word'], ['unknown_field', 'about']),
  },
  {
    name: 'wrong values in a locale are reported at the field',
    as: 'ann',
    given: { place },
    call: `${PATCH}?locale=all`,
    body: {
      title: { de: 'x'.repeat(41) },
      views: { de: 'many' },
      tags: { de: ['a', 'z'] },
      about: { de: { size: 'big', nope: 1 } },
      steps: { de: [{ text: 1 }] },
      rows: [{ word: { de: 7 } }],
    },
    answers: refused(
      ['max_length', 'title'],
      ['type', 'views'],
      ['option', 'tags.1'],
      ['type', 'about.size'],
      ['unknown_field', 'about.nope'],
      ['type', 'steps.0.text'],
      ['type', 'rows.0.word'],
    ),
    leaves: { place: { revision: 1 } },
  },
  {
    name: 'objects in the place of values, in one locale',
    as: 'ann',
    given: { place },
    call: PATCH,
    body: { title: { en: 'Rome' }, views: { en: 1 }, rows: [{ word: { en: 'x' } }] },
    answers: refused(['type', 'title'], ['type', 'views'], ['type', 'rows.0.word']),
  },
  {
    name: 'valid ones',
    as: 'ann',
    call: `${CREATE}?locale=*`,
    body: {
      title: { en: 'Rome', de: 'Rom' },
      tags: { de: ['a'] },
      about: { fr: { summary: 'Vieux' } },
      seo: { hint: { it: 'Ciao' } },
      rows: [{ id: 'r', word: { en: 'one', it: 'uno' } }],
      story: { de: [{ id: 'b', blockType: 'text', text: 'Es war' }] },
    },
    answers: {
      status: 201,
      doc: {
        title: { en: 'Rome', de: 'Rom' },
        tags: { de: ['a'] },
        about: { fr: { summary: 'Vieux', size: null } },
        seo: { hint: { it: 'Ciao' } },
        rows: [{ id: 'r', word: { en: 'one', it: 'uno' }, inner: [] }],
        story: { de: [{ id: 'b', text: 'Es war' }] },
        views: {},
        steps: {},
      },
    },
  },
])

scenarios('unique within a locale', setup, [
  {
    name: 'the same value in the same locale is refused',
    as: 'ann',
    given: { place: ['places', { title: 'Rome', slug: 'rome' }] },
    call: CREATE,
    body: { title: 'Other', slug: 'rome' },
    answers: refused(['unique', 'slug']),
  },
  {
    name: 'in another locale it is accepted',
    as: 'ann',
    given: { place: ['places', { title: 'Rome', slug: 'rome' }] },
    call: `${CREATE}?locale=all`,
    body: { title: { en: 'Other' }, slug: { de: 'rome', fr: 'rome' } },
    answers: { status: 201, doc: { title: { en: 'Other' }, slug: { de: 'rome', fr: 'rome' } } },
    counts: { places: 2 },
  },
  {
    name: 'also within one document',
    as: 'ann',
    given: { place: ['places', { title: 'Rome', slug: 'rome' }] },
    call: `${PATCH}?locale=de`,
    body: { slug: 'rome' },
    answers: { status: 200, doc: { slug: 'rome' } },
  },
  {
    name: 'a document may write its own value again',
    as: 'ann',
    given: { place: ['places', { title: 'Rome', slug: 'rome' }] },
    call: PATCH,
    body: { slug: 'rome' },
    answers: { status: 200, doc: { title: 'Rome', slug: 'rome' } },
  },
])

onEachDatabase('a write in one locale leaves the others', setup, (app, dialect) => {
  const system = () => app().app.local.asSystem().collections

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    it('in every kind of field', async () => {
      const { places, guides } = system()
      const guide = await guides.create({ name: 'G' })
      const start = {
        title: { en: 'Rome', de: 'Rom' },
        views: { en: 1, de: 2 },
        tags: { en: ['a' as const], de: ['b' as const] },
        data: { en: [1], de: [2] },
        guides: { en: [guide.id], de: [guide.id, guide.id] },
        about: { en: { summary: 'Old', size: 1 }, de: { summary: 'Alt', size: 2 } },
        seo: { hint: { en: 'Hint', de: 'Tipp' } },
        steps: { en: [{ id: 's', text: 'Walk' }], de: [{ id: 's', text: 'Geh' }] },
        story: { en: [{ id: 'b', blockType: 'text' as const, text: 'Once' }], de: [] },
      }
      const { id } = await places.create(start, { locale: 'all' })
      const body = {
        title: 'Roma',
        views: null,
        tags: ['c'],
        data: null,
        guides: [],
        about: { summary: 'Vecchio' },
        seo: { hint: 'Ciao' },
        steps: [{ id: 's', text: 'Vai' }, { text: 'Poi' }],
        story: [{ blockType: 'image', alt: 'x' }],
      }
      const path = `/api/collections/places/${id}`
      expect(await call(app(), { call: `PATCH ${path}?locale=it`, as: 'ann', body })).toMatchObject({ status: 200 })
      const all = await places.findOne(id, { locale: 'all' })
      expect(all).toMatchObject({
        ...start,
        title: { ...start.title, it: 'Roma' },
        tags: { ...start.tags, it: ['c'] },
        guides: { ...start.guides, it: [] },
        about: { ...start.about, it: { summary: 'Vecchio', size: null } },
        seo: { hint: { ...start.seo.hint, it: 'Ciao' } },
        steps: { ...start.steps, it: [{ id: 's', text: 'Vai' }, { text: 'Poi' }] },
        story: { ...start.story, it: [{ blockType: 'image', alt: 'x' }] },
      })
      // A partial group of one locale leaves its other fields, and those of the other locales.
      await call(app(), { call: `PATCH ${path}?locale=de`, as: 'ann', body: { about: { size: 3 } } })
      expect((await places.findOne(id, { locale: 'all' })).about).toMatchObject({
        en: { summary: 'Old', size: 1 },
        de: { summary: 'Alt', size: 3 },
        it: { summary: 'Vecchio' },
      })
    })

    it('in rows that are moved, added, removed and changed', async () => {
      const { places } = system()
      const rows = [
        { id: 'a', label: 'A', word: { en: 'one', de: 'eins' }, inner: [{ id: 'x', v: { en: 'v', de: 'w' }, n: 1 }] },
        { id: 'b', label: 'B', word: { en: 'two', de: 'zwei' }, inner: [] },
        { id: 'c', label: 'C', word: { en: 'three', de: 'drei' }, inner: [] },
      ]
      const parts = [
        { id: 'q', blockType: 'quote' as const, text: { en: 'Veni', de: 'Ich kam' }, by: 'C' },
        { id: 'n', blockType: 'note' as const, text: { en: 'N', de: 'M' } },
      ]
      const { id } = await places.create({ title: { en: 'T' }, rows, parts }, { locale: 'all' })
      const body = {
        rows: [
          { id: 'c' },
          { label: 'New', word: 'neu' },
          {
            id: 'a',
            word: 'EINS',
            inner: [
              { n: 2, v: 'neu' },
              { id: 'x', v: 'W' },
            ],
          },
        ],
        parts: [
          { id: 'n', blockType: 'note', text: 'M2' },
          { id: 'q', blockType: 'quote' },
        ],
      }
      const answer = await call(app(), { call: `PATCH /api/collections/places/${id}?locale=de`, as: 'ann', body })
      expect(answer).toMatchObject({ status: 200 })
      expect(await places.findOne(id, { locale: 'all' })).toMatchObject({
        rows: [
          { id: 'c', label: 'C', word: { en: 'three', de: 'drei' } },
          { label: 'New', word: { de: 'neu' } },
          {
            id: 'a',
            label: 'A',
            word: { en: 'one', de: 'EINS' },
            inner: [
              { n: 2, v: { de: 'neu' } },
              { id: 'x', n: 1, v: { en: 'v', de: 'W' } },
            ],
          },
        ],
        parts: [
          { id: 'n', text: { en: 'N', de: 'M2' } },
          { id: 'q', text: { en: 'Veni', de: 'Ich kam' }, by: 'C' },
        ],
      })
    })

    it('a row that changes its block type starts with defaults', async () => {
      const { places } = system()
      const parts = [{ id: 'q', blockType: 'quote' as const, text: { en: 'Veni', de: 'Ich kam' } }]
      const { id } = await places.create({ title: { en: 'T' }, parts }, { locale: 'all' })
      const body = { parts: [{ id: 'q', blockType: 'note', text: 'neu' }] }
      await call(app(), { call: `PATCH /api/collections/places/${id}?locale=de`, as: 'ann', body })
      expect((await places.findOne(id, { locale: 'all' })).parts).toMatchObject([{ id: 'q', text: { de: 'neu' } }])
    })

    it('a global too', async () => {
      const { site } = app().app.local.asSystem().globals
      await site.update(
        { name: { en: 'Site', de: 'Seite' }, links: [{ id: 'l', url: '/', label: { en: 'Home' } }] },
        { locale: 'all' },
      )
      const body = { name: 'Sito', links: [{ id: 'l', label: 'Casa' }] }
      expect(await call(app(), { call: 'PATCH /api/globals/site?locale=it', as: 'ann', body })).toMatchObject({
        status: 200,
        doc: { name: 'Sito', links: [{ url: '/', label: 'Casa' }] },
      })
      expect(await site.get({ locale: 'all' })).toMatchObject({
        name: { en: 'Site', de: 'Seite', it: 'Sito' },
        links: [{ id: 'l', url: '/', label: { en: 'Home', it: 'Casa' } }],
      })
    })
  })
})
