import { scenarios } from '@quirecms/testkit'
import { actors, blog } from './blog.ts'
import { anyInstant, tagOf } from './matchers.ts'
import { pages } from './pages.ts'

const PAGE = 'PATCH /api/collections/pages/{page}'
const page = ['pages', { title: 'One', subtitle: 'two', meta: { description: 'D', robots: { follow: true } } }] as const

scenarios('update', { config: pages }, [
  {
    name: 'changes the given fields and nothing else, and creates the next revision',
    given: { page },
    call: PAGE,
    body: { title: 'Uno' },
    answers: {
      status: 200,
      headers: { etag: tagOf(2) },
      doc: {
        id: '{page}',
        revision: 2,
        createdAt: anyInstant,
        updatedAt: anyInstant,
        title: 'Uno',
        subtitle: 'two',
        meta: { description: 'D', robots: { index: true, follow: true } },
        words: 1,
      },
    },
    events: ['document.updated'],
    leaves: { page: { title: 'Uno', subtitle: 'two', revision: 2 } },
    counts: { pages: 1 },
  },
  {
    name: '{} answers 200 and creates no revision and no event',
    given: { page },
    call: PAGE,
    body: {},
    answers: { status: 200, doc: { id: '{page}', revision: 1, title: 'One' }, headers: { etag: tagOf(1) } },
    events: [],
    leaves: { page: { revision: 1 } },
  },
  {
    name: 'null clears, and the default does not return',
    given: { page },
    call: PAGE,
    body: { subtitle: null },
    answers: { status: 200, doc: { subtitle: null, title: 'One', revision: 2 } },
    leaves: { page: { subtitle: null } },
  },
  {
    name: 'null does not clear a required field',
    given: { page },
    call: PAGE,
    body: { title: null, subtitle: 'new' },
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'title' }] },
    leaves: { page: { title: 'One', subtitle: 'two', revision: 1 } },
  },
  {
    name: 'the empty text does not satisfy required',
    given: { page },
    call: PAGE,
    body: { title: '', owner: { name: '' } },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'required', path: 'title' },
        { code: 'required', path: 'owner.name' },
      ],
    },
    leaves: { page: { revision: 1 } },
  },
  {
    name: 'a group is merged, at every depth',
    given: { page },
    call: PAGE,
    body: { meta: { robots: { index: false } } },
    answers: { status: 200, doc: { meta: { description: 'D', robots: { index: false, follow: true } } } },
  },
  {
    name: 'an empty group changes nothing in it, but creates a revision',
    given: { page },
    call: PAGE,
    body: { meta: {} },
    answers: { status: 200, doc: { revision: 2, meta: { description: 'D', robots: { index: true, follow: true } } } },
    events: ['document.updated'],
  },
  {
    name: 'null clears a group, except fields that its writer cannot see',
    given: {
      page: ['pages', { title: 'x', meta: { description: 'D', internal: 'kept', robots: { secret: 'kept too' } } }],
    },
    call: PAGE,
    body: { meta: null },
    answers: { status: 200, doc: { meta: { description: null, robots: { index: null, follow: null } } } },
    never: ['kept', 'internal', 'secret'],
    leaves: { page: { meta: { description: null, internal: 'kept', robots: { index: null, secret: 'kept too' } } } },
  },
  {
    name: 'null does not clear a group with a required field',
    given: { page },
    call: PAGE,
    body: { owner: null },
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'owner.name' }] },
    leaves: { page: { owner: { name: 'nobody' } } },
  },
  {
    name: 'refuses fields that cannot be written, at every depth, and changes nothing',
    given: { page },
    call: PAGE,
    body: {
      id: '{page}',
      revision: 2,
      words: 3,
      title: 7,
      meta: { internal: 'x', robots: { secret: 'x', index: 'yes' } },
      rows: [{ label: 'a', internal: 'x', inner: [{ value: 'one', nope: 1 }] }],
      blocks: [{ blockType: 'hero', heading: 'h', body: 'of the other' }],
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'read_only', path: 'id' },
        { code: 'read_only', path: 'revision' },
        { code: 'read_only', path: 'words' },
        { code: 'type', path: 'title' },
        { code: 'unknown_field', path: 'meta.internal' },
        { code: 'unknown_field', path: 'meta.robots.secret' },
        { code: 'type', path: 'meta.robots.index' },
        { code: 'unknown_field', path: 'rows.0.internal' },
        { code: 'type', path: 'rows.0.inner.0.value' },
        { code: 'unknown_field', path: 'rows.0.inner.0.nope' },
        { code: 'unknown_field', path: 'blocks.0.body' },
      ],
    },
    leaves: { page: { revision: 1, title: 'One', rows: [] } },
  },
  {
    name: 'returns only selected fields',
    given: { page },
    call: `${PAGE}?select={"title":true}`,
    body: { title: 'Uno' },
    answers: { status: 200, exactDoc: { id: '{page}', title: 'Uno' }, headers: { etag: tagOf(2) } },
  },
  {
    name: 'an invalid selection is refused before anything is changed',
    given: { page },
    call: `${PAGE}?select={"nope":true}`,
    body: { title: 'Uno' },
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'select.nope' }] },
    leaves: { page: { title: 'One', revision: 1 } },
  },
  {
    name: 'a missing document is 404',
    call: 'PATCH /api/collections/pages/{nothing}',
    body: { title: 'Uno' },
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'a missing document is 404, even with an invalid body',
    call: 'PATCH /api/collections/pages/{nothing}',
    body: { nope: 1 },
    answers: { status: 404, code: 'not_found' },
    never: ['nope'],
  },
])

scenarios('update: access', { config: blog, actors }, [
  {
    name: 'refuses anonymous callers',
    given: { post: ['posts', { title: 'One' }] },
    call: 'PATCH /api/collections/posts/{post}',
    body: { title: 'Two' },
    answers: { status: 401, code: 'unauthenticated' },
    leaves: { post: { title: 'One', revision: 1 } },
  },
  {
    name: 'refuses anonymous callers also for missing documents',
    call: 'PATCH /api/collections/posts/{nothing}',
    body: { title: 'Two' },
    answers: { status: 401, code: 'unauthenticated' },
  },
  {
    name: 'a slug stays unchanged when its source changes',
    as: 'editor',
    given: { post: ['posts', { title: 'One' }] },
    call: 'PATCH /api/collections/posts/{post}',
    body: { title: 'Two' },
    answers: { status: 200, doc: { title: 'Two', slug: 'one' } },
  },
])
