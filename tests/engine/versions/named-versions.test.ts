import { Readable } from 'node:stream'
import { exportLines, importLines } from '@quirecms/features/commands'
import { createClient } from '@quirecms/sdk'
import { createTestApp, must, onEachDatabase, scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f, global, type RuleArguments } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'

const everybody = () => true
const isEditor = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
const access = { read: everybody, readDrafts: everybody, publish: everybody, update: isEditor, readVersions: everybody }
const config = defineConfig({
  collections: {
    notes: collection({
      versions: { drafts: { autosave: true }, max: 2 },
      fields: { title: f.text() },
      access: { ...access, create: everybody },
    }),
  },
  globals: { site: global({ versions: true, fields: { name: f.text() }, access }) },
})
const actors = {
  ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'editor' },
  guest: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'guest' },
}
const setup = { config, actors }

const NOTE = '/api/collections/notes/{note}'
const note = ['notes', { title: 'One' }] as const
const first = `PATCH ${NOTE}/versions/1`

scenarios('names of snapshots', setup, [
  {
    name: 'are set without a new revision',
    as: 'ann',
    given: { note },
    call: first,
    body: { name: ' As approved ' },
    answers: {
      status: 200,
      doc: { id: '{note}', revision: 1, _status: 'draft', createdBy: null, autosave: false, name: 'As approved' },
    },
    never: ['data', 'One'],
    leaves: { note: { revision: 1, title: 'One' } },
    events: [],
  },
  {
    name: 'are removed',
    as: 'ann',
    given: { note },
    call: first,
    body: { name: null },
    answers: { status: 200, doc: { revision: 1, name: null } },
  },
  {
    name: 'have at most 120 characters',
    as: 'ann',
    given: { note },
    call: first,
    body: { name: 'ü'.repeat(120) },
    answers: { status: 200, doc: { name: 'ü'.repeat(120) } },
  },
  {
    name: 'and no more',
    as: 'ann',
    given: { note },
    call: first,
    body: { name: 'ü'.repeat(121) },
    answers: { status: 422, code: 'validation', issues: [{ code: 'max_length', path: 'name' }] },
  },
  ...['', ' \n'].map((name) => ({
    name: `are not blank: ${JSON.stringify(name)}`,
    as: 'ann',
    given: { note },
    call: first,
    body: { name },
    answers: { status: 422, code: 'validation', issues: [{ code: 'min_length' as const, path: 'name' }] },
  })),
  {
    name: 'must be text, and a snapshot has no other writable field',
    as: 'ann',
    given: { note },
    call: first,
    body: { name: 3, autosave: true },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'type', path: 'name' },
        { code: 'unknown_field', path: 'autosave' },
      ],
    },
  },
  {
    name: 'are required',
    as: 'ann',
    given: { note },
    call: first,
    body: {},
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'name' }] },
  },
  {
    name: 'need an existing revision',
    as: 'ann',
    given: { note },
    call: `PATCH ${NOTE}/versions/2`,
    body: { name: 'Two' },
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'need a valid revision',
    as: 'ann',
    given: { note },
    call: `PATCH ${NOTE}/versions/0`,
    body: { name: 'Zero' },
    answers: { status: 400, code: 'invalid_request' },
  },
  {
    name: 'default to the rule for update',
    as: 'guest',
    given: { note },
    call: first,
    body: { name: 'Mine' },
    answers: { status: 403, code: 'forbidden' },
  },
  {
    name: 'are not for anonymous readers',
    given: { note },
    call: first,
    body: { name: 'Mine' },
    answers: { status: 401, code: 'unauthenticated' },
  },
  {
    name: 'are set for a global, too',
    as: 'ann',
    call: 'PATCH /api/globals/site/versions/1',
    body: { name: 'Before we began' },
    answers: { status: 200, doc: { id: 'site', revision: 1, name: 'Before we began', autosave: false } },
  },
])

onEachDatabase('named snapshots', setup, (app) => {
  const notes = () => app().app.local.as(actors.ann).collections.notes
  const told = async (id: string) =>
    (await notes().versions(id)).docs.map(({ revision, name, autosave }) => [revision, name, autosave])

  it('are never pruned, and not replaced by an autosave', async () => {
    const { id } = await notes().create({ title: 'a' })
    await notes().nameVersion(id, 1, { name: 'First' })
    await notes().update(id, { title: 'b' }, { autosave: true })
    await notes().nameVersion(id, 2, { name: 'Typed' })
    await notes().update(id, { title: 'c' }, { autosave: true })
    await notes().update(id, { title: 'd' }, { autosave: true })
    for (const title of ['e', 'f', 'g']) await notes().update(id, { title })
    expect(await told(id)).toEqual([
      [7, null, false],
      [6, null, false],
      [2, 'Typed', true],
      [1, 'First', false],
    ])
    await notes().nameVersion(id, 1, { name: null })
    await notes().update(id, { title: 'h' })
    expect(await told(id)).toEqual([
      [8, null, false],
      [7, null, false],
      [2, 'Typed', true],
    ])
  })

  it('are set with the SDK, even if another user holds the lock', async () => {
    const client = createClient<typeof config>({ baseUrl: app().url })
    const { id } = await notes().create({ title: 'a' })
    await expect(client.collections.notes.nameVersion(id, 1, { name: 'x' })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    await app()
      .app.local.as({ ...actors.guest, role: 'editor' })
      .collections.notes.lock(id)
    const named = await notes().nameVersion(id, 1, { name: 'Ours' })
    expect(named).toEqual({
      id,
      revision: 1,
      _status: 'draft',
      createdAt: named.createdAt,
      createdBy: { id: actors.ann.id, collection: 'users' },
      autosave: false,
      name: 'Ours',
    })
    expect((await notes().versions(id)).docs[0]).toEqual({ ...named, data: { title: 'a' } })
    await expect(notes().update(id, { title: 'b' })).rejects.toMatchObject({ code: 'locked' })
  })

  it('are exported with autosaves; an older export has only manual saves', async () => {
    const { id } = await notes().create({ title: 'a' })
    await notes().nameVersion(id, 1, { name: 'First' })
    await notes().update(id, { title: 'b' }, { autosave: true })
    const lines: string[] = []
    for await (const line of exportLines(runtimeOf(app().app), { secrets: false, files: false })) lines.push(line)
    const imported = async (given: readonly string[]) => {
      const there = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
      onTestFinished(() => there.close())
      await importLines(runtimeOf(there.app), Readable.from(given), { merge: false })
      const { docs } = await there.app.local.collections.notes.versions(id)
      return docs.map(({ revision, name, autosave }) => [revision, name, autosave])
    }
    expect(await imported(lines)).toEqual([
      [2, null, true],
      [1, 'First', false],
    ])
    const older = lines.map((line) => line.replace(/"name":(?:null|"First"),"autosaveSince":[^,]+,"keptFor":null,/, ''))
    expect(must(older[0], 'line')).toBe(lines[0])
    expect(older.join('')).not.toContain('keptFor')
    expect(await imported(older)).toEqual([
      [2, null, false],
      [1, null, false],
    ])
  })
})
