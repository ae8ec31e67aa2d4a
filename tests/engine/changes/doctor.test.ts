import type { Finding, StorageTransaction } from '@quirecms/core'
import { examine } from '@quirecms/features/commands'
import { onEachDatabase } from '@quirecms/testkit'
import { defineConfig } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'
import { newsroom } from './newsroom.ts'

const MOST = 40
const config = defineConfig({ ...newsroom, changes: { keep: '1d', max: MOST } })

const DAY = 86_400_000
let now = Date.parse('2030-01-01T00:00:00.000Z')
// The feed starts when its table is created, by the machine's clock; all events of these tests are later.
const clock = () => new Date((now += 1_000))

onEachDatabase('doctor reports in a change feed', { config, jobs: false, clock }, (app) => {
  const local = () => app().app.local.asSystem()
  const past = (work: (tx: StorageTransaction) => Promise<unknown>) =>
    app().app.storage.transaction(async (tx) => void (await work(tx)))

  async function findings(): Promise<readonly Finding[]> {
    const found: Finding[] = []
    for await (const { check, finding } of examine(runtimeOf(app().app), { files: false }))
      if (check === 'the change feed' && finding) found.push(finding)
    return found
  }

  const told = async () => (await findings()).map(({ place, message }) => `${place}: ${message}`)

  async function repair(): Promise<void> {
    for (const finding of await findings()) if (finding.repair) await app().app.storage.transaction(finding.repair)
  }

  // Removes changes that were written without the feed.
  beforeEach(() => repair())

  it('nothing after changes through the service', async () => {
    const { posts, plain } = local().collections
    const { id } = await posts.create({ title: 'One' })
    await posts.publish(id)
    await posts.update(id, { title: 'Two' })
    await posts.schedule(id, { action: 'publish', runAt: new Date(now + DAY).toISOString() })
    await posts.unpublish(id)
    await posts.delete(id)
    await posts.restoreDeleted(id)
    const { id: gone } = await plain.create({ name: 'gone' })
    await plain.delete(gone)
    await local().globals.site.update({ name: 'A site' })
    expect(await told()).toEqual([])
  })

  it('documents that were created, changed and removed without it, until readers are told to read again', async () => {
    const { plain } = local().collections
    const changed = await plain.create({ name: 'changed' })
    const gone = await plain.create({ name: 'gone' })
    const back = await plain.create({ name: 'back' })
    const made = '01890000-0000-7000-8000-0000000000aa'
    const { next: cursor } = await local().readChanges()
    await past(async (tx) => {
      const stored = await tx.get('plain', changed.id)
      const kept = await tx.get('plain', back.id)
      if (!stored || !kept) throw new Error('nothing to change')
      const updatedAt = clock().toISOString()
      await tx.update('plain', { ...stored, revision: 2, updatedAt }, 1)
      await tx.insert('plain', { ...stored, id: made, updatedAt }, [])
      await tx.remove('plain', gone.id)
    })
    expect(await told()).toEqual([
      `plain ${made}: It was changed, but the feed contains no change of it.`,
      `plain ${changed.id}: Its newest change in the feed has revision 1, but it has revision 2.`,
      `plain ${gone.id}: It does not exist, but the feed contains changes of it and no deletion.`,
    ])
    await repair()
    expect(await told()).toEqual([])
    await expect
      .poll(async () =>
        local()
          .readChanges({ after: cursor })
          .catch((error: unknown) => error),
      )
      .toMatchObject({ code: 'invalid_state', feed: { next: expect.any(String) } })
    // One break for all of them: readers continue from there.
    await plain.update(back.id, { name: 'there' })
    await expect
      .poll(() => local().readChanges({ after: '' }))
      .toMatchObject({ changes: [{ documentId: back.id }], behind: false })
    expect(await told()).toEqual([])
    await plain.delete(back.id)
    await past(async (tx) => {
      const [stored] = await tx.find('plain', { where: { kind: 'always' }, sort: [], limit: 1, offset: 0 })
      if (stored) await tx.insert('plain', { ...stored, id: back.id }, [])
    })
    expect(await told()).toEqual([`plain ${back.id}: The feed says that it was deleted, but it exists.`])
    await repair()
    expect(await told()).toEqual([])
  })

  it('changes that are older, or more, than permitted', async () => {
    const { plain } = local().collections
    for (let index = 0; index < MOST; index += 1) await plain.create({ name: 'one of many' })
    expect(await told()).toEqual([expect.stringMatching(/^the feed: There are \d+ changes, and `max` is 40\. /)])
    now += 2 * DAY
    await plain.create({ name: 'much later' })
    // The service may just have been restarted.
    expect(await told()).toEqual([expect.stringContaining('`max` is 40')])
    now += DAY / 12
    await plain.create({ name: 'when it had the time' })
    expect(await told()).toEqual([
      expect.stringMatching(/^the feed: There are changes from before 20\S+, which are older than `keep` allows\. /),
      expect.stringContaining('`max` is 40'),
    ])
  })

  it('a missing initial record', async () => {
    await past((tx) => tx.records.remove('changes', {}))
    expect(await told()).toEqual(['the feed: The feed is empty: even its first record is missing.'])
    await repair()
    expect(await told()).toEqual([])
  })

  it('no older changes within a tolerance for changed clocks', async () => {
    const { plain } = local().collections
    const { id } = await plain.create({ name: 'first' })
    await past(async (tx) => {
      const stored = await tx.get('plain', id)
      const made = '01890000-0000-7000-8000-0000000000bb'
      if (stored) await tx.insert('plain', { ...stored, id: made, updatedAt: clock().toISOString() }, [])
    })
    expect(await told()).toEqual([expect.stringContaining('the feed contains no change of it')])
    now += 2 * DAY
    await plain.update(id, { name: 'later' })
    expect(await told()).toEqual([])
  })
})
