import { scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'

const everybody = () => true
const access = { create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  collections: {
    people: collection({ fields: { name: f.text() }, access: { ...access, read: everybody } }),
    papers: collection({
      fields: { title: f.text(), secret: f.checkbox() },
      access: { ...access, read: ({ actor }) => actor !== null || { secret: { not_equals: true } } },
    }),
    vaults: collection({ fields: { name: f.text() }, access: { ...access, read: () => false } }),
    links: collection({
      fields: {
        one: f.relationship({ to: 'people' }),
        many: f.relationship({ to: 'people', many: true }),
        any: f.relationship({ to: ['people', 'papers', 'vaults'] }),
        anyMany: f.relationship({ to: ['people', 'papers', 'vaults'], many: true }),
        paper: f.relationship({ to: 'papers' }),
        self: f.relationship({ to: 'links' }),
        needed: f.relationship({ to: 'people', required: true, default: null }),
        inside: f.group({ fields: { person: f.relationship({ to: 'people' }) } }),
        rows: f.array({ fields: { person: f.relationship({ to: 'people' }), note: f.text() } }),
        blocks: f.blocks({ blocks: { card: { fields: { people: f.relationship({ to: 'people', many: true }) } } } }),
      },
      access: { ...access, read: everybody },
    }),
  },
})

const actors = { ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' } }
const setup = { config, actors }
const ann = ['people', { name: 'Ann' }] as const
const bob = ['people', { name: 'Bob' }] as const
const open = ['papers', { title: 'Open' }] as const
const secret = ['papers', { title: 'Top secret', secret: true }] as const
const CREATE = 'POST /api/collections/links'

scenarios('relationships are written and read as ids', setup, [
  {
    name: 'to one, to many, to several collections, at every depth; the order of many stays',
    given: { ann, bob, open },
    call: CREATE,
    body: {
      one: '{ann}',
      many: ['{bob}', '{ann}'],
      any: { relationTo: 'papers', value: '{open}' },
      anyMany: [
        { relationTo: 'papers', value: '{open}' },
        { relationTo: 'people', value: '{ann}' },
      ],
      needed: '{ann}',
      inside: { person: '{bob}' },
      rows: [{ person: '{ann}' }, { person: null }],
      blocks: [{ blockType: 'card', people: ['{bob}'] }],
    },
    answers: {
      status: 201,
      doc: {
        one: '{ann}',
        many: ['{bob}', '{ann}'],
        any: { relationTo: 'papers', value: '{open}' },
        anyMany: [
          { relationTo: 'papers', value: '{open}' },
          { relationTo: 'people', value: '{ann}' },
        ],
        paper: null,
        self: null,
        inside: { person: '{bob}' },
        rows: [{ person: '{ann}' }, { person: null }],
        blocks: [{ people: ['{bob}'] }],
      },
    },
    never: ['Ann', 'Open'],
  },
  {
    name: 'null clears one, null and [] clear many',
    given: {
      ann,
      link: [
        'links',
        { one: '{ann}', many: ['{ann}'], any: { relationTo: 'people', value: '{ann}' }, needed: '{ann}' },
      ],
    },
    call: 'PATCH /api/collections/links/{link}',
    body: { one: null, many: null, any: null, anyMany: [] },
    answers: { status: 200, doc: { one: null, many: [], any: null, anyMany: [], needed: '{ann}' } },
  },
  {
    name: 'a required one cannot be cleared',
    given: { ann, link: ['links', { needed: '{ann}' }] },
    call: 'PATCH /api/collections/links/{link}',
    body: { needed: null },
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'needed' }] },
    leaves: { link: { needed: '{ann}' } },
  },
])

const nothing = '{nothing}'

scenarios('a target must exist and be readable', setup, [
  {
    name: 'each missing one is reported at its own path',
    given: { ann },
    call: CREATE,
    body: {
      one: nothing,
      many: ['{ann}', nothing],
      any: { relationTo: 'people', value: nothing },
      anyMany: [{ relationTo: 'papers', value: '{ann}' }],
      self: '{ann}',
      needed: '{ann}',
      inside: { person: 'nonsense' },
      rows: [{ person: '{ann}' }, { person: nothing }],
      blocks: [{ blockType: 'card', people: ['{ann}', "' or 1=1"] }],
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'not_found', path: 'one' },
        { code: 'not_found', path: 'many.1' },
        { code: 'not_found', path: 'any' },
        { code: 'not_found', path: 'anyMany.0' },
        { code: 'not_found', path: 'self' },
        { code: 'not_found', path: 'inside.person' },
        { code: 'not_found', path: 'rows.1.person' },
        { code: 'not_found', path: 'blocks.0.people.1' },
      ],
    },
  },
  {
    name: 'an unreadable one is reported like a missing one',
    given: { ann, secret },
    call: CREATE,
    body: { needed: '{ann}', paper: '{secret}', any: { relationTo: 'papers', value: '{secret}' } },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'not_found', path: 'paper' },
        { code: 'not_found', path: 'any' },
      ],
    },
    never: ['secret'],
  },
  {
    name: 'a caller who may read it may point to it',
    as: 'ann',
    given: { ann, secret },
    call: CREATE,
    body: { needed: '{ann}', paper: '{secret}' },
    answers: { status: 201, doc: { paper: '{secret}' } },
  },
  {
    name: 'a collection without read access has no targets',
    as: 'ann',
    given: { ann, vault: ['vaults', { name: 'V' }] },
    call: CREATE,
    body: { needed: '{ann}', any: { relationTo: 'vaults', value: '{vault}' } },
    answers: { status: 422, code: 'validation', issues: [{ code: 'not_found', path: 'any' }] },
  },
  {
    name: 'an existing value is not checked again, a new one beside it is',
    given: { ann, secret, link: ['links', { needed: '{ann}', paper: '{secret}', many: ['{ann}'] }] },
    call: 'PATCH /api/collections/links/{link}',
    body: { paper: '{secret}', many: ['{ann}', nothing] },
    answers: { status: 422, code: 'validation', issues: [{ code: 'not_found', path: 'many.1' }] },
  },
  {
    name: 'an existing value may stay, also at another position of its list',
    given: {
      ann,
      secret,
      link: [
        'links',
        {
          needed: '{ann}',
          paper: '{secret}',
          anyMany: [
            { relationTo: 'papers', value: '{secret}' },
            { relationTo: 'people', value: '{ann}' },
          ],
        },
      ],
    },
    call: 'PATCH /api/collections/links/{link}',
    body: {
      paper: '{secret}',
      anyMany: [
        { relationTo: 'people', value: '{ann}' },
        { relationTo: 'papers', value: '{secret}' },
      ],
    },
    answers: { status: 200, doc: { paper: '{secret}' } },
  },
  {
    name: 'an existing value does not permit it in another field',
    given: { ann, secret, link: ['links', { needed: '{ann}', paper: '{secret}' }] },
    call: 'PATCH /api/collections/links/{link}',
    body: { any: { relationTo: 'papers', value: '{secret}' } },
    answers: { status: 422, code: 'validation', issues: [{ code: 'not_found', path: 'any' }] },
  },
  {
    name: 'a reference of the wrong form is reported as such',
    given: { ann },
    call: CREATE,
    body: {
      needed: '{ann}',
      one: { relationTo: 'people', value: '{ann}' },
      many: '{ann}',
      any: '{ann}',
      anyMany: [
        { relationTo: 'links', value: '{ann}' },
        { relationTo: 'people' },
        { relationTo: 'people', value: '{ann}', x: 1 },
        null,
      ],
      inside: { person: 7 },
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'type', path: 'one' },
        { code: 'type', path: 'many' },
        { code: 'type', path: 'any' },
        { code: 'option', path: 'anyMany.0.relationTo' },
        { code: 'required', path: 'anyMany.1.value' },
        { code: 'unknown_field', path: 'anyMany.2.x' },
        { code: 'type', path: 'anyMany.3' },
        { code: 'type', path: 'inside.person' },
      ],
    },
  },
  {
    name: 'a document may point to itself once it exists',
    given: { ann, link: ['links', { needed: '{ann}' }] },
    call: 'PATCH /api/collections/links/{link}',
    body: { self: '{link}' },
    answers: { status: 200, doc: { self: '{link}' } },
  },
])
