import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailer } from '@quirecms/core'
import { createTestDatabase, describeEachDatabase, type Dialect } from '@quirecms/testkit'
import { type App, createApp, createLogger, type QuireConfig } from 'quirecms'
import { Writable } from 'node:stream'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { nextMoment } from '../../../packages/quire/src/backups/scheduled-backups.ts'
import { parseExposition, valueOf } from '../../http/metrics/parse-exposition.ts'
import { libraryIn, testFolder } from './library.ts'

interface Instance {
  readonly app: App
  readonly mails: { readonly to: string; readonly subject: string; readonly text: string }[]
  readonly log: string[]
}

interface Surroundings {
  readonly folder: string
  readonly clock: { now: Date }
  readonly database: QuireConfig['database']
}

async function surroundings(dialect: Dialect): Promise<Surroundings> {
  const database = await createTestDatabase(dialect, inject('postgresUrl'))
  onTestFinished(() => database.remove())
  return { folder: testFolder(), clock: { now: new Date('2026-11-17T02:59:00.000Z') }, database: database.config }
}

async function start({ folder, clock, database }: Surroundings, backups: QuireConfig['backups']): Promise<Instance> {
  const mails: Instance['mails'] = []
  const log: string[] = []
  const mailer: Mailer = { send: async (to, { subject, text }) => void mails.push({ to, subject, text }) }
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log.push(chunk.toString())
      done()
    },
  })
  const server = { metrics: true }
  const config = { ...libraryIn(folder), server, ...(backups && { backups }), ...(database && { database }) }
  const app = await createApp(config as QuireConfig, {
    root: folder,
    jobs: false,
    clock: () => clock.now,
    mailer,
    log: createLogger({ level: 'info', destination }),
  })
  onTestFinished(() => app.close())
  return { app, mails, log }
}

/** Metrics of backups. */
async function numbersOf(app: App) {
  const address = await app.listen({ port: 0 })
  const families = parseExposition(await (await fetch(`${address}/metrics`)).text())
  return {
    made: valueOf(families, 'quire_backups_total', { outcome: 'made' }),
    failed: valueOf(families, 'quire_backups_total', { outcome: 'failed' }),
    newest: valueOf(families, 'quire_backup_last_success_timestamp_seconds'),
  }
}

const backupsIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.tar.zst'))

describeEachDatabase('scheduled backups (%s)', (dialect) => {
  test('are made once a day, by one of the instances, and the oldest are removed', { tags: ['release'] }, async () => {
    const around = await surroundings(dialect)
    const to = join(around.folder, 'kept')
    const both = [await start(around, { at: '03:00', to, keep: 2 }), await start(around, { at: '03:00', to, keep: 2 })]
    const everybody = () => Promise.all(both.map(({ app }) => app.runJobs()))
    await everybody()
    expect(await backupsIn(to)).toEqual([])
    const seen: number[] = []
    for (const day of [17, 18, 19]) {
      around.clock.now = new Date(Date.UTC(2026, 10, day, 3, 0, 1))
      await everybody()
      await everybody()
      seen.push((await backupsIn(to)).length)
    }
    expect(seen).toEqual([1, 2, 2])
    const said = both.flatMap(({ log }) => log).filter((line) => line.includes('backup made'))
    expect(said).toHaveLength(3)
    expect(both.flatMap(({ mails }) => mails)).toEqual([])
    // Each instance counts its own backups, and all know the newest one.
    const numbers = await Promise.all(both.map(({ app }) => numbersOf(app)))
    expect(numbers.map(({ made = 0 }) => made).reduce((sum, made) => sum + made)).toBe(3)
    const newest = Date.UTC(2026, 10, 19, 3, 0, 1) / 1000
    for (const one of numbers) expect(one).toMatchObject({ failed: undefined, newest })
  })
})

describe('scheduled backups', () => {
  test('that fail are logged and mailed, retried, and planned anew', async () => {
    const around = await surroundings('sqlite')
    // A file with the name of the folder.
    const to = join(around.folder, 'occupied')
    await writeFile(to, '')
    const instance = await start(around, {
      at: '03:00',
      to: `${to}/backups`,
      notify: ['ops@example.com', 'ann@example.com'],
    })
    const { app, mails, log } = instance
    const at = async (time: string) => {
      around.clock.now = new Date(time)
      await app.runJobs()
    }
    await app.runJobs()
    await at('2026-11-17T03:00:00.000Z')
    expect(mails.map(({ to: address, subject }) => [address, subject])).toEqual([
      ['ops@example.com', expect.stringMatching(/^Backup of .* failed$/)],
      ['ann@example.com', expect.stringMatching(/^Backup of .* failed$/)],
    ])
    expect(mails[0]?.text).toMatch(/ENOTDIR|EEXIST/)
    const failures = () => log.filter((line) => line.includes('the backup failed')).length
    expect(failures()).toBe(1)
    // The backup is retried, and only one mail is sent.
    await at('2026-11-17T03:06:00.000Z')
    await at('2026-11-17T03:40:00.000Z')
    expect([failures(), mails.length]).toEqual([3, 2])
    await at('2026-11-17T12:00:00.000Z')
    expect(failures()).toBe(3)
    await at('2026-11-18T03:00:00.000Z')
    expect([failures(), mails.length]).toEqual([4, 4])
    expect(await numbersOf(app)).toEqual({ made: undefined, failed: 4, newest: undefined })
  })

  test('move when the configuration changes, and end with it', async () => {
    const around = await surroundings('sqlite')
    const to = join(around.folder, 'moved')
    const before = await start(around, { at: '03:00', to })
    await before.app.runJobs()
    const after = await start(around, { at: '05:00', to })
    await after.app.runJobs()
    around.clock.now = new Date('2026-11-17T03:30:00.000Z')
    await after.app.runJobs()
    expect(await backupsIn(to)).toEqual([])
    around.clock.now = new Date('2026-11-17T05:00:00.000Z')
    await after.app.runJobs()
    expect(await backupsIn(to)).toHaveLength(1)
    const without = await start(around, undefined)
    around.clock.now = new Date('2026-11-18T05:00:01.000Z')
    await without.app.runJobs()
    expect(await backupsIn(to)).toHaveLength(1)
  })

  test('are not lost when every instance that tried was killed', async () => {
    const around = await surroundings('sqlite')
    const to = join(around.folder, 'again')
    const { app } = await start(around, { at: '03:00', to })
    await app.runJobs()
    const dead = { status: 'failed', finishedAt: '2026-11-17T03:10:00.000Z', dueAt: null }
    await app.storage.transaction(({ records }) => records.update('jobs', { id: 'backup' }, dead))
    around.clock.now = new Date('2026-11-17T04:00:00.000Z')
    await app.runJobs()
    around.clock.now = new Date('2026-11-18T03:00:00.000Z')
    await app.runJobs()
    expect(await backupsIn(to)).toHaveLength(1)
  })
})

test('the next run is later than now', () => {
  const now = new Date('2026-02-28T03:00:00.000Z')
  expect(nextMoment('03:00', now)).toBe('2026-03-01T03:00:00.000Z')
  expect(nextMoment('03:01', now)).toBe('2026-02-28T03:01:00.000Z')
  expect(nextMoment('00:00', now)).toBe('2026-03-01T00:00:00.000Z')
})
