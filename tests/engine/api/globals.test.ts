import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'
import { anyInstant, tagOf } from './matchers.ts'

const everybody = () => true
const signedIn = ({ actor }: { actor: unknown }) => actor !== null
const actors = { editor: { id: '01890000-0000-7000-8000-00000000000e', collection: 'users' } }

const config = defineConfig({
  collections: { tags: collection({ fields: { name: f.text() }, access: { read: everybody } }) },
  globals: {
    settings: global({
      fields: {
        siteName: f.text({ required: true, default: 'Untitled' }),
        opened: f.date({ default: '2026-01-01' }),
        owner: f.text({ default: ({ actor }) => actor?.id ?? 'nobody' }),
        footer: f.group({ fields: { text: f.text({ default: 'Bye' }), year: f.number() } }),
        menu: f.array({
          fields: { label: f.text({ required: true }), open: f.checkbox({ default: true }), note: f.text() },
          default: [{ label: 'Home' }, { label: 'About', open: false }],
        }),
        tag: f.relationship({ to: 'tags' }),
        secret: f.text({ hidden: true, default: 'hush' }),
      },
      access: { read: everybody, update: signedIn },
    }),
    closed: global({ fields: { text: f.text() } }),
  },
})

const setup = { config, actors }

scenarios('globals', setup, [
  {
    name: 'exist from the first migration on, as revision 1, with their defaults',
    call: 'GET /api/globals/settings',
    answers: {
      status: 200,
      headers: { etag: '"1"' },
      exactDoc: {
        id: 'settings',
        revision: 1,
        createdAt: anyInstant,
        updatedAt: anyInstant,
        siteName: 'Untitled',
        opened: '2026-01-01T00:00:00.000Z',
        // The first migration creates a global without a caller, so a computed default has none to ask.
        owner: null,
        footer: { text: 'Bye', year: null },
        menu: [
          { id: expect.stringMatching(/^[\w-]+$/), label: 'Home', open: true, note: null },
          { id: expect.stringMatching(/^[\w-]+$/), label: 'About', open: false, note: null },
        ],
        tag: null,
      },
    },
    never: ['secret', 'hush'],
    events: [],
  },
  {
    name: 'return only selected fields',
    call: 'GET /api/globals/settings?select={"footer":{"text":true}}',
    answers: { status: 200, exactDoc: { id: 'settings', footer: { text: 'Bye' } }, headers: { etag: tagOf(1) } },
  },
  {
    name: 'are updated in part',
    as: 'editor',
    call: 'PATCH /api/globals/settings',
    body: { footer: { year: 2026 } },
    answers: {
      status: 200,
      headers: { etag: '"2"' },
      doc: { id: 'settings', revision: 2, siteName: 'Untitled', footer: { text: 'Bye', year: 2026 } },
    },
    events: ['global.updated'],
    leaves: { settings: { revision: 2, secret: 'hush', footer: { text: 'Bye', year: 2026 } } },
  },
  {
    name: 'PATCH {} creates no revision and no event',
    as: 'editor',
    call: 'PATCH /api/globals/settings',
    body: {},
    answers: { status: 200, doc: { revision: 1 }, headers: { etag: '"1"' } },
    events: [],
    leaves: { settings: { revision: 1 } },
  },
  {
    name: 'are validated as strictly as documents',
    as: 'editor',
    call: 'PATCH /api/globals/settings',
    body: { id: 'mine', siteName: '', secret: 'x', nope: 1, tag: '{nothing}', menu: [{}] },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'read_only', path: 'id' },
        { code: 'required', path: 'siteName' },
        { code: 'unknown_field', path: 'secret' },
        { code: 'unknown_field', path: 'nope' },
        { code: 'not_found', path: 'tag' },
        { code: 'required', path: 'menu.0.label' },
      ],
    },
    leaves: { settings: { revision: 1, siteName: 'Untitled' } },
  },
  {
    name: 'may be changed if the rule permits it',
    call: 'PATCH /api/globals/settings',
    body: { siteName: 'Mine' },
    answers: { status: 401, code: 'unauthenticated' },
    leaves: { settings: { revision: 1, siteName: 'Untitled' } },
  },
  {
    name: 'are closed without a rule: an anonymous caller gets 401',
    call: 'GET /api/globals/closed',
    answers: { status: 401, code: 'unauthenticated' },
  },
  {
    name: 'are closed without a rule: a signed-in caller gets 403',
    as: 'editor',
    call: 'GET /api/globals/closed',
    answers: { status: 403, code: 'forbidden' },
  },
  ...(['POST', 'DELETE', 'PUT'] as const).map((method) => ({
    name: `there is no ${method}`,
    only: 'http' as const,
    as: 'editor',
    call: `${method} /api/globals/settings`,
    answers: { status: 405, code: 'method_not_allowed', headers: { allow: 'GET, HEAD, PATCH' } },
  })),
  {
    name: 'an unknown global is 404',
    only: 'http',
    call: 'GET /api/globals/nope',
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'a collection is not a global',
    only: 'http',
    call: 'GET /api/globals/tags',
    answers: { status: 404, code: 'not_found' },
  },
])

onEachDatabase('the rows of a default keep their ids', setup, (app) => {
  it('through reads and updates', async () => {
    const { settings } = app().app.local.globals
    const { menu } = await settings.get()
    expect(new Set(menu.map((row) => row.id)).size).toBe(2)
    const editor = app().app.local.as(actors.editor).globals.settings
    const changed = await editor.update({ menu: menu.map(({ id, label }) => ({ id, label: `${label}!` })) })
    expect(changed.menu).toMatchObject([
      { id: menu[0]?.id, label: 'Home!', open: true },
      { id: menu[1]?.id, label: 'About!', open: false },
    ])
  })
})
