import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, atlas } from './atlas.ts'
import { waysIn } from '../api/ways-in.ts'

const setup = { config: atlas, actors }
const COPY = 'POST /api/collections/places/{place}/copy-locale'
const place = ['places', { title: 'Rome', views: 3 }] as const

scenarios('copy-locale: refusals', setup, [
  {
    name: 'an anonymous caller',
    given: { place },
    call: COPY,
    body: { from: 'en', to: 'de' },
    answers: { status: 401, code: 'unauthenticated' },
  },
  {
    name: 'a missing document',
    as: 'ann',
    call: 'POST /api/collections/places/{nothing}/copy-locale',
    body: { from: 'en', to: 'de' },
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'a body of another shape',
    as: 'ann',
    given: { place },
    call: COPY,
    body: { from: 1, too: 'de' },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'type', path: 'from' },
        { code: 'required', path: 'to' },
        { code: 'unknown_field', path: 'too' },
      ],
    },
  },
  {
    name: 'locale=all is not a single locale',
    as: 'ann',
    given: { place },
    call: COPY,
    body: { from: 'en', to: 'all' },
    answers: { status: 422, code: 'validation', issues: [{ code: 'option', path: 'to' }] },
  },
  {
    name: 'collections without localized fields have no such route',
    only: 'http',
    as: 'ann',
    given: { plain: ['plain', { name: 'x' }] },
    call: 'POST /api/collections/plain/{plain}/copy-locale',
    body: { from: 'en', to: 'de' },
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'nor have such globals',
    only: 'http',
    as: 'ann',
    call: 'POST /api/globals/fixed/copy-locale',
    body: { from: 'en', to: 'de' },
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'an outdated revision',
    as: 'ann',
    given: { place },
    call: COPY,
    headers: { 'if-match': '"9"' },
    body: { from: 'en', to: 'de' },
    answers: { status: 409, code: 'revision_conflict' },
    leaves: { place: { revision: 1 } },
  },
  {
    name: 'an outdated revision of a global',
    as: 'ann',
    call: 'POST /api/globals/site/copy-locale',
    headers: { 'if-match': '"9"' },
    body: { from: 'en', to: 'de' },
    answers: { status: 409, code: 'revision_conflict' },
  },
])

onEachDatabase('copy-locale', setup, (app, dialect) => {
  const system = () => app().app.local.asSystem()

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    const copy = (id: string, body: unknown, as = 'ann') =>
      call(app(), { call: `POST /api/collections/places/${id}/copy-locale?locale=all`, as, body })

    it('copies every kind of field, and overwrites what the target had', async () => {
      const { places, guides } = system().collections
      const guide = await guides.create({ name: 'G' })
      const start = {
        title: { en: 'Rome', de: 'Rom' },
        views: { en: 0 },
        flag: { en: false, de: true },
        tags: { en: ['a' as const, 'b' as const], de: ['c' as const] },
        data: { en: { deep: [1] } },
        guide: { en: guide.id },
        guides: { en: [guide.id] },
        about: { en: { summary: 'Old', size: 1 }, de: { summary: 'Alt', size: 2 } },
        seo: { hint: { en: 'Hint' }, index: true },
        steps: { en: [{ id: 's', text: 'Walk', guide: guide.id }], de: [{ id: 't', text: 'Geh' }] },
        rows: [
          { id: 'a', label: 'A', word: { en: 'one', de: 'eins' }, inner: [{ id: 'x', v: { en: 'v' }, n: 1 }] },
          { id: 'b', label: 'B', word: { fr: 'deux' }, inner: [] },
        ],
        story: { en: [{ id: 'p', blockType: 'text' as const, text: 'Once' }] },
        parts: [{ id: 'q', blockType: 'quote' as const, text: { en: 'Veni' }, by: 'C' }],
      }
      const { id } = await places.create(start, { locale: 'all' })
      const answer = await copy(id, { from: 'en', to: 'de' })
      expect(answer).toMatchObject({ status: 200, doc: { revision: 2 } })
      expect(answer.doc).toMatchObject({
        title: { en: 'Rome', de: 'Rome' },
        views: { en: 0, de: 0 },
        flag: { en: false, de: false },
        tags: { en: ['a', 'b'], de: ['a', 'b'] },
        data: { en: { deep: [1] }, de: { deep: [1] } },
        guide: { en: guide.id, de: guide.id },
        guides: { en: [guide.id], de: [guide.id] },
        about: { en: { summary: 'Old', size: 1 }, de: { summary: 'Old', size: 1 } },
        seo: { hint: { en: 'Hint', de: 'Hint' }, index: true },
        steps: { en: start.steps.en, de: start.steps.en },
        rows: [
          { id: 'a', label: 'A', word: { en: 'one', de: 'one' }, inner: [{ id: 'x', v: { en: 'v', de: 'v' }, n: 1 }] },
          { id: 'b', label: 'B', word: { fr: 'deux' }, inner: [] },
        ],
        story: { en: start.story.en, de: start.story.en },
        parts: [{ id: 'q', text: { en: 'Veni', de: 'Veni' }, by: 'C' }],
      })
      expect(
        (await app().app.storage.reader.referencesTo('guides', guide.id, 50)).map(
          ({ path, locale }) => `${path} ${locale}`,
        ),
      ).toEqual(['guide de', 'guide en', 'guides de', 'guides en', 'steps.guide de', 'steps.guide en'])
    })

    it('keeps values that the source lacks, and does not copy fallbacks', async () => {
      const { places } = system().collections
      const start = { title: { en: 'Rome' }, views: { de: 7 }, rows: [{ id: 'a', word: { en: 'one', it: 'uno' } }] }
      const { id } = await places.create(start, { locale: 'all' })
      const { doc } = await copy(id, { from: 'de', to: 'it' })
      expect(doc).toMatchObject({
        title: { en: 'Rome' },
        views: { de: 7, it: 7 },
        rows: [{ word: { en: 'one', it: 'uno' } }],
      })
      expect((doc as { title: object }).title).toEqual({ en: 'Rome' })
    })

    it('keeps a reference to a deleted document', async () => {
      const { places, guides } = system().collections
      const guide = await guides.create({ name: 'G' })
      const { id } = await places.create({ title: 'T', guide: guide.id, guides: [guide.id] })
      await guides.delete(guide.id)
      expect(await copy(id, { from: 'en', to: 'de' })).toMatchObject({
        status: 200,
        doc: { guide: { en: guide.id, de: guide.id }, guides: { de: [guide.id] } },
      })
    })

    it('skips fields that the caller may not read or write, hidden fields, and their rows', async () => {
      const { places } = system().collections
      const start = {
        title: { en: 'T' },
        secret: { en: 'Sesame', de: 'Sesam' },
        hidden: { en: 'Pst', de: 'Psst' },
        plans: [{ id: 'p', word: { en: 'Plan' }, cost: { en: '9', de: '8' } }],
      }
      const { id } = await places.create(start, { locale: 'all' })
      const answer = await copy(id, { from: 'en', to: 'de' })
      expect(answer.text).not.toMatch(/Sesam|Pss?t|cost/)
      expect(await places.findOne(id, { locale: 'all' })).toMatchObject({
        ...start,
        title: { en: 'T', de: 'T' },
        plans: [{ word: { en: 'Plan', de: 'Plan' }, cost: { en: '9', de: '8' } }],
      })
      expect(await copy(id, { from: 'en', to: 'de' }, 'admin')).toMatchObject({
        doc: { secret: { en: 'Sesame', de: 'Sesame' }, plans: [{ cost: { en: '9', de: '9' } }] },
      })
      expect(await places.findOne(id, { locale: 'all' })).toMatchObject({ hidden: { en: 'Pst', de: 'Psst' } })
    })

    it('reports unique conflicts in the target', async () => {
      const { places } = system().collections
      await places.create({ title: { en: 'Other' }, slug: { de: 'rome' } }, { locale: 'all' })
      const { id } = await places.create({ title: 'Rome', slug: 'rome' })
      expect(await copy(id, { from: 'en', to: 'de' })).toMatchObject({
        status: 422,
        code: 'validation',
        issues: [{ code: 'unique', path: 'slug' }],
      })
      expect(await places.findOne(id)).toMatchObject({ revision: 1 })
    })

    it('works on a global', async () => {
      const { site } = system().globals
      await site.update({ name: 'Site', links: [{ id: 'l', url: '/', label: 'Home' }], secret: 'Sesame' })
      const body = { from: 'en', to: 'fr' }
      const answer = await call(app(), { call: 'POST /api/globals/site/copy-locale?locale=fr', as: 'ann', body })
      expect(answer).toMatchObject({
        status: 200,
        doc: { name: 'Site', links: [{ id: 'l', url: '/', label: 'Home' }] },
      })
      expect(await site.get({ locale: 'all' })).toMatchObject({
        secret: { en: 'Sesame' },
        name: { en: 'Site', fr: 'Site' },
      })
      expect((await site.get({ locale: 'all' })).secret).toEqual({ en: 'Sesame' })
    })
  })
})
