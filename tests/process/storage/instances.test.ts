// @module-tag release
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStorage } from '@quirecms/sql'
import { describeEachDatabase, must } from '@quirecms/testkit'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { installedProgram } from '../cli/installed-quire.ts'
import { createDatabase, type OpenedDatabase } from '../../postgres/storage/databases.ts'
import { dataMigrations, document, schema } from './instance.ts'

const program = () => installedProgram(new URL('instance.ts', import.meta.url))

describeEachDatabase('several instances on %s', (dialect) => {
  let created: OpenedDatabase
  const children: ChildProcess[] = []

  beforeEach(async () => {
    created = await createDatabase(dialect)
  })

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await created.drop()
  })

  const start = (task: string) => {
    const child = fork(program(), [JSON.stringify(created.database), task], { execArgv: [] })
    children.push(child)
    return child
  }
  const kill = async (child: ChildProcess) => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  test('a killed migration continues where it stopped', async () => {
    const child = start('migrate and hang')
    await once(child, 'message')
    await kill(child)
    const storage = await openStorage({
      database: created.database,
      schema,
      dataMigrations: dataMigrations(async () => {}),
    })
    const before = await storage.migrations.status()
    expect(before.pending.map(({ description }) => description)).toEqual(['run 2-second'])
    expect(await storage.reader.get('posts', 'second')).toBeNull()
    const after = await storage.migrations.apply()
    expect(after.pending).toEqual([])
    expect(after.applied.map(({ description }) => description)).toEqual([
      'prepare the database',
      'create table posts',
      'create table pages',
      'run 1-first',
      'run 2-second',
    ])
    expect(await storage.reader.getMany('posts', ['first', 'second'])).toHaveLength(2)
    await storage.close()
  })

  test('acknowledged writes survive a kill', async () => {
    const storage = await openStorage({ database: created.database, schema })
    await storage.migrations.apply()
    const child = start('insert and hang')
    await once(child, 'message')
    await kill(child)
    expect(await storage.reader.get('posts', 'acknowledged')).not.toBeNull()
    await storage.close()
  })

  test('no write of another process is lost', async () => {
    const storage = await openStorage({ database: created.database, schema })
    await storage.migrations.apply()
    await storage.transaction((tx) => tx.insert('posts', document('counter', { n: 0 }), []))
    await Promise.all([start('count to 25'), start('count to 25')].map((child) => once(child, 'message')))
    const counter = await storage.reader.get('posts', 'counter')
    expect(JSON.parse(must(counter, 'counter').json)).toEqual({ n: 50 })
    expect(counter?.revision).toBe(51)
    await storage.close()
  })

  test('a total reflects writes of another process', async () => {
    const storage = await openStorage({ database: created.database, schema })
    await storage.migrations.apply()
    const count = () => storage.reader.count('posts', { kind: 'always' })
    expect(await count()).toBe(0)
    const child = start('insert on demand')
    await once(child, 'message')
    for (let number = 1; number <= 20; number += 1) {
      expect(await count()).toBe(number - 1)
      child.send(number)
      await once(child, 'message')
      expect(await count()).toBe(number)
    }
    await storage.close()
  })
})

test('instances may all start at once on an empty or missing database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-start-'))
  const postgres = await createDatabase('postgres')
  const instances = Array.from({ length: 8 }, () => fork(program(), ['{}', 'start when told'], { execArgv: [] }))
  onTestFinished(async () => {
    for (const child of instances) child.kill('SIGKILL')
    await postgres.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const answers = () => Promise.all(instances.map(async (child) => must((await once(child, 'message'))[0], 'answer')))
  expect(await answers()).toEqual(instances.map(() => 'ready'))
  // On disk, where creating a database takes a while.
  const limits = { queryTimeout: 30_000, transactionTimeout: 60_000 }
  const files = Array.from({ length: 8 }, (_, round) => ({
    dialect: 'sqlite',
    path: join(folder, `${round}.db`),
    limits,
  }))
  // A database on PostgreSQL is empty only once.
  for (const database of [...files, postgres.database, postgres.database]) {
    const started = answers()
    const at = Date.now() + 100
    for (const child of instances) child.send({ database, at })
    expect(await started).toEqual(instances.map(() => 'started'))
  }
})
