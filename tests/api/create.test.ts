import { scenarios } from '@quire/testkit'
import { expect } from 'vitest'
import { actors, blog } from './blog.ts'

const anyId = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const anyInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

scenarios('create (contract 3, 6, 7)', { config: blog, actors }, [
  {
    name: 'answers with the whole document: system fields, defaults, nulls, empty lists and groups',
    as: 'editor',
    call: 'POST /api/collections/posts',
    body: { title: 'Hello World', links: [{ label: 'Home' }], sections: [{ blockType: 'quote', text: 'To be' }] },
    answers: {
      status: 201,
      headers: { etag: '"1"' },
      doc: {
        id: anyId,
        revision: 1,
        createdAt: anyInstant,
        updatedAt: anyInstant,
        title: 'Hello World',
        slug: 'hello-world',
        status: 'draft',
        views: 0,
        author: null,
        related: [],
        tags: [],
        publishedAt: null,
        place: null,
        extra: null,
        seo: { description: null, index: true },
        links: [{ id: anyId, label: 'Home', url: null }],
        sections: [{ id: anyId, blockType: 'quote', text: 'To be', by: null }],
      },
    },
    never: ['note'],
    events: ['document.created'],
  },
  {
    name: 'reports everything that is wrong at once, and stores nothing',
    as: 'editor',
    call: 'POST /api/collections/posts',
    body: {
      id: 'mine',
      nope: 1,
      note: 'hidden',
      title: '',
      views: 1.5,
      tags: ['news', 'nonsense'],
      author: '01890000-0000-7000-8000-000000000000',
      publishedAt: 'yesterday',
      seo: 'none',
      links: [{ url: 'javascript:alert(1)' }],
      sections: [{ blockType: 'unknown' }, { blockType: 'quote', text: 'x', blockName: 1 }],
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'read_only', path: 'id' },
        { code: 'unknown_field', path: 'nope' },
        { code: 'unknown_field', path: 'note' },
        { code: 'required', path: 'title' },
        { code: 'type', path: 'views' },
        { code: 'option', path: 'tags.1' },
        { code: 'not_found', path: 'author' },
        { code: 'format', path: 'publishedAt' },
        { code: 'type', path: 'seo' },
        { code: 'required', path: 'links.0.label' },
        { code: 'format', path: 'links.0.url' },
        { code: 'option', path: 'sections.0.blockType' },
        { code: 'unknown_field', path: 'sections.1.blockName' },
      ],
    },
    events: [],
  },
  {
    name: 'is refused to strangers',
    call: 'POST /api/collections/posts',
    body: { title: 'Hi' },
    answers: { status: 401, code: 'unauthenticated' },
  },
  {
    name: 'refuses a taken unique value',
    as: 'editor',
    given: { first: ['posts', { title: 'Same' }] },
    call: 'POST /api/collections/posts',
    body: { title: 'Same' },
    answers: { status: 422, code: 'validation', issues: [{ code: 'unique', path: 'slug' }] },
    events: [],
  },
])

scenarios('read one (contract 3, 14)', { config: blog, actors }, [
  {
    name: 'answers with the document and its revision as ETag',
    given: { post: ['posts', { title: 'Hello', note: 'secret' }] },
    call: 'GET /api/collections/posts/{post}',
    answers: { status: 200, doc: { id: '{post}', title: 'Hello' }, headers: { etag: '"1"' } },
    never: ['secret', 'note'],
    events: [],
  },
  {
    name: 'selects',
    given: { post: ['posts', { title: 'Hello', seo: { description: 'D' } }] },
    call: 'GET /api/collections/posts/{post}?select={"seo":{"description":true}}',
    answers: { status: 200, doc: { id: '{post}', seo: { description: 'D' } } },
    never: ['Hello', 'revision', 'index'],
  },
  {
    name: 'a missing document is 404',
    call: 'GET /api/collections/posts/{nothing}',
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'a segment that is no UUID is no document',
    only: 'http',
    call: 'GET /api/collections/posts/hello',
    answers: { status: 404, code: 'not_found' },
  },
])
