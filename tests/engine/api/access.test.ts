import { must, type Scenario, scenarios } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f, global } from 'quirecms'

const everybody = () => true
const later = async (verdict: boolean) => Promise.resolve(verdict)
const owned = ({ actor }: RuleArguments) => ({ owner: { equals: actor?.id ?? 'nobody' } })

const fields = { title: f.text(), owner: f.text(), secret: f.text({ hidden: true }) }

const config = defineConfig({
  collections: {
    closed: collection({ fields }),
    refused: collection({
      fields,
      access: { read: () => later(false), create: () => false, update: () => later(false), delete: () => false },
    }),
    granted: collection({
      fields,
      access: {
        read: () => later(true),
        create: () => later(true),
        update: () => later(true),
        delete: () => later(true),
      },
    }),
    readable: collection({ fields, access: { read: everybody, create: owned, update: owned, delete: owned } }),
    owned: collection({ fields, access: { read: owned, create: everybody, update: everybody, delete: everybody } }),
    both: collection({ fields, access: { read: owned, create: owned, update: owned, delete: owned } }),
    // Rules may read hidden fields.
    secretive: collection({ fields, access: { read: () => ({ secret: { equals: 'shown' } }) } }),
    strange: collection({
      fields,
      // Only `true` allows: truthy values do not.
      access: {
        read: () => 'yes' as never,
        create: () => 1 as never,
        update: () => null as never,
        delete: () => undefined as never,
      },
    }),
  },
  globals: {
    mine: global({ fields: { owner: f.text() }, access: { read: everybody, update: owned } }),
    unseen: global({ fields: { owner: f.text() }, access: { read: owned, update: owned } }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const setup = { config, actors: { ann } }

/** Each operation on one document of a collection. */
function operations(slug: string): readonly Pick<Scenario, 'name' | 'given' | 'call' | 'body' | 'leaves'>[] {
  const given = { one: [slug, { title: 'T', owner: 'somebody' }] } as const
  const path = `/api/collections/${slug}`
  return [
    { name: 'list', given, call: `GET ${path}` },
    { name: 'count', given, call: `GET ${path}/count` },
    { name: 'read', given, call: `GET ${path}/{one}` },
    { name: 'read of a missing document', call: `GET ${path}/{nothing}` },
    { name: 'create', call: `POST ${path}`, body: { title: 'x' } },
    { name: 'update', given, call: `PATCH ${path}/{one}`, body: { title: 'x' }, leaves: { one: { revision: 1 } } },
    { name: 'update of a missing document', call: `PATCH ${path}/{nothing}`, body: { title: 'x' } },
    { name: 'update with {}', given, call: `PATCH ${path}/{one}`, body: {} },
    { name: 'delete', given, call: `DELETE ${path}/{one}`, leaves: { one: { revision: 1 } } },
    { name: 'delete of a missing document', call: `DELETE ${path}/{nothing}` },
    { name: 'duplicate', given, call: `POST ${path}/{one}/duplicate`, body: {} },
  ]
}

scenarios('false answers 401 to anonymous callers and 403 to others, whether or not the document exists', setup, [
  ...['closed', 'refused', 'strange'].flatMap((slug) =>
    operations(slug).flatMap((operation): Scenario[] => [
      {
        ...operation,
        name: `${slug}: ${operation.name}, stranger`,
        answers: { status: 401, code: 'unauthenticated' },
        never: ['"T"'],
      },
      {
        ...operation,
        name: `${slug}: ${operation.name}, signed in`,
        as: 'ann',
        answers: { status: 403, code: 'forbidden' },
        never: ['"T"'],
      },
    ]),
  ),
  ...['read', 'update'].map(
    (name): Scenario => ({
      name: `a global's ${name}`,
      call: name === 'read' ? 'GET /api/globals/unseen' : 'PATCH /api/globals/unseen',
      ...(name === 'update' && { body: { owner: ann.id } }),
      // With a rule whose `Where` excludes the document, it does not exist for this actor.
      answers: { status: 404, code: 'not_found' },
    }),
  ),
])

const missing: Pick<Scenario, 'answers'> = { answers: { status: 404, code: 'not_found' } }

/** Result of each operation if it is allowed. */
const allowed: Readonly<Record<string, Pick<Scenario, 'answers' | 'leaves' | 'counts'>>> = {
  list: { answers: { status: 200, docs: [{ id: '{one}', title: 'T' }] } },
  count: { answers: { status: 200, body: { count: 1 } } },
  read: { answers: { status: 200, doc: { id: '{one}', title: 'T' } } },
  'read of a missing document': missing,
  create: { answers: { status: 201, doc: { title: 'x', revision: 1 } }, counts: { granted: 1 } },
  update: { answers: { status: 200, doc: { title: 'x', revision: 2 } }, leaves: { one: { title: 'x', revision: 2 } } },
  'update of a missing document': missing,
  'update with {}': { answers: { status: 200, doc: { title: 'T', revision: 1 } }, leaves: { one: { revision: 1 } } },
  delete: { answers: { status: 200, body: { id: '{one}', deleted: true } }, leaves: { one: null } },
  'delete of a missing document': missing,
  duplicate: { answers: { status: 201, doc: { title: 'T', revision: 1 } }, counts: { granted: 2 } },
}

scenarios(
  'true allows, also asynchronously',
  setup,
  operations('granted').map(
    (operation): Scenario => ({ ...operation, ...must(allowed[operation.name], `answer to ${operation.name}`) }),
  ),
)

const mine = (slug: string) => [slug, { title: 'Mine', owner: ann.id }] as const
const theirs = (slug: string) => [slug, { title: 'Theirs', owner: 'bob' }] as const

scenarios('a Where narrows reads: documents that it excludes do not exist', setup, [
  {
    name: 'list returns and counts only matching documents',
    as: 'ann',
    given: { mine: mine('owned'), theirs: theirs('owned') },
    call: 'GET /api/collections/owned',
    answers: { status: 200, docs: [{ id: '{mine}' }], body: { pagination: { totalDocs: 1, totalPages: 1 } } },
    never: ['Theirs', '{theirs}'],
  },
  {
    name: 'a full page counts only matching documents',
    as: 'ann',
    given: { mine: mine('owned'), theirs: theirs('owned'), other: mine('owned') },
    call: 'GET /api/collections/owned?limit=1',
    answers: { status: 200, body: { pagination: { totalDocs: 2, totalPages: 2, hasNextPage: true } } },
    never: ['Theirs'],
  },
  {
    name: 'a filter cannot widen it',
    as: 'ann',
    given: { mine: mine('owned'), theirs: theirs('owned') },
    call: 'GET /api/collections/owned?where={"or":[{"title":{"equals":"Theirs"}},{"id":{"exists":true}}]}',
    answers: { status: 200, docs: [{ id: '{mine}' }] },
    never: ['Theirs', '{theirs}'],
  },
  {
    name: 'count counts only matching documents',
    as: 'ann',
    given: { mine: mine('owned'), theirs: theirs('owned') },
    call: 'GET /api/collections/owned/count',
    answers: { status: 200, body: { count: 1 } },
  },
  {
    name: 'read of a matching document',
    as: 'ann',
    given: { mine: mine('owned') },
    call: 'GET /api/collections/owned/{mine}',
    answers: { status: 200, doc: { title: 'Mine' } },
  },
  {
    name: 'read of a document that does not match answers 404',
    as: 'ann',
    given: { theirs: theirs('owned') },
    call: 'GET /api/collections/owned/{theirs}',
    answers: { status: 404, code: 'not_found' },
    never: ['Theirs'],
  },
  ...[
    { name: 'update', call: 'PATCH /api/collections/owned/{theirs}', body: { title: 'x' } },
    { name: 'delete', call: 'DELETE /api/collections/owned/{theirs}' },
    { name: 'duplicate', call: 'POST /api/collections/owned/{theirs}/duplicate', body: {} },
  ].map(
    (one): Scenario => ({
      ...one,
      name: `${one.name} of what may be changed but not read is 404`,
      as: 'ann',
      given: { theirs: theirs('owned') },
      answers: { status: 404, code: 'not_found' },
      leaves: { theirs: { title: 'Theirs', revision: 1 } },
    }),
  ),
  {
    name: 'a rule may use hidden fields',
    given: {
      shown: ['secretive', { title: 'A', secret: 'shown' }],
      kept: ['secretive', { title: 'B', secret: 'kept' }],
    },
    call: 'GET /api/collections/secretive',
    answers: { status: 200, docs: [{ id: '{shown}' }] },
    never: ['secret', 'kept'],
  },
])

scenarios('a Where narrows writes: 404 for unreadable documents, otherwise 401 and 403', setup, [
  ...['update', 'delete'].flatMap((operation): Scenario[] => {
    const call = (slug: string, name: string) =>
      `${operation === 'update' ? 'PATCH' : 'DELETE'} /api/collections/${slug}/{${name}}`
    const body = operation === 'update' ? { body: { title: 'x' } } : {}
    return [
      {
        ...body,
        name: `${operation} of what matches`,
        as: 'ann',
        given: { mine: mine('both') },
        call: call('both', 'mine'),
        ...(operation === 'update'
          ? { answers: { status: 200, doc: { title: 'x' } }, leaves: { mine: { title: 'x' } } }
          : { answers: { status: 200, body: { deleted: true } }, leaves: { mine: null } }),
      },
      {
        ...body,
        name: `${operation} of what is readable, signed in`,
        as: 'ann',
        given: { theirs: theirs('readable') },
        call: call('readable', 'theirs'),
        answers: { status: 403, code: 'forbidden' },
        leaves: { theirs: { revision: 1 } },
      },
      {
        ...body,
        name: `${operation} of what is readable, stranger`,
        given: { theirs: theirs('readable') },
        call: call('readable', 'theirs'),
        answers: { status: 401, code: 'unauthenticated' },
        leaves: { theirs: { revision: 1 } },
      },
      {
        ...body,
        name: `${operation} of what is not readable, signed in`,
        as: 'ann',
        given: { theirs: theirs('both') },
        call: call('both', 'theirs'),
        answers: { status: 404, code: 'not_found' },
        leaves: { theirs: { revision: 1 } },
      },
      {
        ...body,
        name: `${operation} of what is not readable, stranger`,
        given: { theirs: theirs('both') },
        call: call('both', 'theirs'),
        answers: { status: 404, code: 'not_found' },
        leaves: { theirs: { revision: 1 } },
      },
    ]
  }),
  {
    name: 'a document that matches the rule may be created',
    as: 'ann',
    call: 'POST /api/collections/readable',
    body: { title: 'x', owner: ann.id },
    answers: { status: 201, doc: { owner: ann.id } },
    events: ['document.created'],
  },
  {
    name: 'a document that does not match the rule is not created, and emits no event',
    as: 'ann',
    call: 'POST /api/collections/readable',
    body: { title: 'x', owner: 'bob' },
    answers: { status: 403, code: 'forbidden' },
    events: [],
    counts: { readable: 0 },
  },
  {
    name: 'a copy that does not match the rule is not created',
    as: 'ann',
    given: { theirs: theirs('readable') },
    call: 'POST /api/collections/readable/{theirs}/duplicate',
    body: {},
    answers: { status: 403, code: 'forbidden' },
  },
  {
    name: 'a copy that matches the rule after an override is created',
    as: 'ann',
    given: { theirs: theirs('readable') },
    call: 'POST /api/collections/readable/{theirs}/duplicate',
    body: { owner: ann.id },
    answers: { status: 201, doc: { owner: ann.id, title: 'Theirs' } },
  },
  {
    name: 'a global that may be read but not changed',
    as: 'ann',
    call: 'PATCH /api/globals/mine',
    body: { owner: ann.id },
    answers: { status: 403, code: 'forbidden' },
    leaves: { mine: { owner: null, revision: 1 } },
  },
  {
    name: 'the system passes all rules',
    only: 'local',
    as: 'system',
    given: { theirs: theirs('closed') },
    call: 'PATCH /api/collections/closed/{theirs}',
    body: { title: 'x', secret: 'y' },
    answers: { status: 200, doc: { title: 'x', secret: 'y' } },
  },
  {
    name: 'the system may select hidden fields',
    only: 'local',
    as: 'system',
    given: { kept: ['secretive', { title: 'B', secret: 'kept' }] },
    call: 'GET /api/collections/secretive/{kept}?select={"secret":true}',
    answers: { status: 200, doc: { secret: 'kept' } },
    never: ['title'],
  },
])
