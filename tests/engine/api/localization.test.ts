import { scenarios } from '@quirecms/testkit'
import { actors, magazine } from './magazine.ts'

const article = ['articles', { title: 'Hello', extras: [{ label: 'one' }] }] as const

scenarios('reading in a locale', { config: magazine, actors }, [
  {
    name: 'falls back along the configured chain',
    given: { article },
    call: 'GET /api/collections/articles/{article}?locale=fr',
    answers: { status: 200, doc: { title: 'Hello', extras: [{ label: 'one' }] } },
  },
  {
    name: 'does not fall back with fallback-locale=false',
    given: { article },
    call: 'GET /api/collections/articles/{article}?locale=fr&fallback-locale=false',
    answers: { status: 200, doc: { title: null, extras: [] } },
  },
  {
    name: 'returns every locale',
    given: { article },
    call: 'GET /api/collections/articles/{article}?locale=all',
    answers: { status: 200, doc: { title: { en: 'Hello' }, extras: { en: [{ label: 'one' }] } } },
  },
  {
    name: 'an unknown locale is refused',
    given: { article },
    call: 'GET /api/collections/articles/{article}?locale=es',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'option', path: 'locale' }] },
  },
  {
    name: 'refuses two contradictory spellings of the fallback',
    only: 'http',
    given: { article },
    call: 'GET /api/collections/articles/{article}?fallback-locale=de&fallbackLocale=en',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'type', path: 'fallback-locale' }] },
  },
  {
    name: 'filters and sorts by the requested locale with its fallbacks',
    given: { article, other: ['articles', { title: 'Other' }] },
    call: 'GET /api/collections/articles?locale=de&where={"title":{"equals":"Hello"}}&sort=title',
    answers: { status: 200, docs: [{ id: '{article}' }] },
  },
  {
    name: 'filters by one locale with locale=all',
    given: { article },
    call: 'GET /api/collections/articles/count?locale=all&where={"title.de":{"exists":false}}',
    answers: { status: 200, body: { count: 1 } },
  },
])

scenarios('writing in a locale', { config: magazine, actors }, [
  {
    name: 'changes only that locale',
    as: 'editor',
    given: { article },
    call: 'PATCH /api/collections/articles/{article}?locale=de',
    body: { title: 'Hallo', extras: [{ label: 'eins' }, { label: 'zwei' }] },
    answers: { status: 200, doc: { title: 'Hallo', extras: [{ label: 'eins' }, { label: 'zwei' }] } },
    leaves: { article: { title: 'Hello', extras: [{ label: 'one' }] } },
  },
  {
    name: 'changes all sent locales at once, and leaves the others',
    as: 'editor',
    given: { article },
    call: 'PATCH /api/collections/articles/{article}?locale=all',
    body: { title: { de: 'Hallo', fr: 'Salut' } },
    answers: { status: 200, doc: { title: { en: 'Hello', de: 'Hallo', fr: 'Salut' } } },
  },
  {
    name: 'refuses to clear a required field in the default locale',
    as: 'editor',
    given: { article },
    call: 'PATCH /api/collections/articles/{article}',
    body: { title: null },
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'title' }] },
  },
  {
    name: 'an unknown locale in a value is refused',
    as: 'editor',
    given: { article },
    call: 'PATCH /api/collections/articles/{article}?locale=all',
    body: { title: { es: 'Hola' } },
    answers: { status: 422, code: 'validation', issues: [{ code: 'unknown_field', path: 'title' }] },
  },
  {
    name: 'checks unique values per locale',
    as: 'editor',
    given: { tag: ['tags', { name: 'News' }] },
    call: 'POST /api/collections/tags?locale=all',
    body: { name: { en: 'Other', de: 'News' } },
    answers: { status: 201, doc: { name: { en: 'Other', de: 'News' } } },
  },
])

scenarios('copy-locale', { config: magazine, actors }, [
  {
    name: 'copies values of the source at any depth, and leaves the source unchanged',
    as: 'editor',
    given: {
      article: [
        'articles',
        {
          title: 'Hello',
          sources: [{ note: 'seen' }],
          parts: [{ blockType: 'quote', text: 'To be' }],
          extras: [{ label: 'one' }],
        },
      ],
    },
    call: 'POST /api/collections/articles/{article}/copy-locale?locale=all',
    body: { from: 'en', to: 'de' },
    answers: {
      status: 200,
      doc: {
        revision: 2,
        title: { en: 'Hello', de: 'Hello' },
        sources: [{ note: { en: 'seen', de: 'seen' } }],
        parts: [{ text: { en: 'To be', de: 'To be' } }],
        extras: { en: [{ label: 'one' }], de: [{ label: 'one' }] },
      },
    },
    events: ['document.updated'],
  },
  {
    name: 'refuses unknown and equal locales',
    as: 'editor',
    given: { article },
    call: 'POST /api/collections/articles/{article}/copy-locale',
    body: { from: 'es', to: 'es' },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'option', path: 'from' },
        { code: 'option', path: 'to' },
        { code: 'custom', path: 'to' },
      ],
    },
  },
  {
    name: 'does not exist without localized fields',
    only: 'http',
    as: 'editor',
    given: { comment: ['comments', { text: 'Hi' }] },
    call: 'POST /api/collections/comments/{comment}/copy-locale',
    body: { from: 'en', to: 'de' },
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'honours If-Match',
    as: 'editor',
    given: { article },
    call: 'POST /api/collections/articles/{article}/copy-locale',
    headers: { 'if-match': '7' },
    body: { from: 'en', to: 'de' },
    answers: { status: 409, code: 'revision_conflict' },
  },
  {
    name: 'works on globals',
    as: 'editor',
    call: 'POST /api/globals/front/copy-locale',
    body: { from: 'en', to: 'de' },
    answers: { status: 200, doc: { id: 'front' } },
  },
])
