// @module-tag release
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createTestDatabase, describeEachDatabase, must } from '@quirecms/testkit'
import { createApp, createLogger, smtp } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { installedProgram } from '../cli/installed-quire.ts'
import { club } from '../../engine/auth/club.ts'
import { type MailServer, mailServer } from '../../engine/auth/mail-server.ts'
import { tokenIn } from '../../engine/auth/mail.ts'
import { freshAddress, PASSWORD } from '../../engine/auth/people.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

describeEachDatabase('queued mails (%s)', (dialect) => {
  let mails: MailServer
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let now = 0
  let lines: string[] = []
  const opened: { close(): Promise<void> }[] = []
  const children: ChildProcess[] = []

  beforeEach(async () => {
    mails = await mailServer()
    database = await createTestDatabase(dialect, inject('postgresUrl'))
    now = Date.parse('2030-01-01T00:00:00Z')
    lines = []
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const app of opened.splice(0)) await app.close()
    await mails.close()
    await database.remove()
  })

  /** An application that sends through SMTP. By default, its clock stands still and nothing is retried. */
  async function start(options: { jobs?: boolean; clock?: () => Date } = {}) {
    const email = smtp({ host: '127.0.0.1', port: mails.port, from: 'Club <no-reply@example.com>' })
    const log = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
    const settings = { jobs: false, clock: () => new Date(now), log, ...options }
    const app = await createApp({ ...club, email, database: database.config }, settings)
    opened.push(app)
    const system = app.local.asSystem().auth.users
    const member = async () => {
      const user = await system.createUser({ data: { email: freshAddress('member') }, password: PASSWORD })
      return { id: user.id, email: user.email }
    }
    const waiting = () => app.storage.reader.records.count('mails', {})
    const queued = () => app.storage.reader.records.count('jobs', {})
    return { app, member, waiting, queued, users: app.local.auth.users }
  }
  const received = (address: string) => mails.received.filter(({ to }) => to === address)
  const log = () => lines.join('')

  it('are sent once the mail server is back, once, with a working link', async () => {
    const { app, member, users, waiting, queued } = await start()
    const { port } = mails
    await mails.close()
    const { email } = await member()
    await users.forgotPassword({ email })
    await expect.poll(log).toContain('a mail (welcome) could not be sent; the next attempt is in 10 s')
    await expect.poll(log).toContain('a mail (recovery) could not be sent; the next attempt is in 10 s')
    await expect.poll(() => app.storage.reader.records.count('jobs', { status: 'pending', attempts: 1 })).toBe(2)
    mails = await mailServer(port)
    now += 9 * SECOND
    await app.runJobs()
    expect([received(email), await waiting()]).toEqual([[], 2])
    now += 2 * SECOND
    await app.runJobs()
    expect([await waiting(), await queued()]).toEqual([0, 0])
    now += 5 * HOUR
    await app.runJobs()
    expect(received(email)).toHaveLength(2)
    now -= 5 * HOUR
    const mailWith = (subject: string) =>
      must(
        received(email).find(({ text }) => text.includes(subject)),
        subject,
      )
    expect(await users.verify({ token: tokenIn(mailWith('Subject: Confirm your address')) })).toEqual({
      verified: true,
    })
    // A failed attempt leaves nothing: the limit does not count it.
    const kept = await app.storage.reader.records.find('mailed-tokens', { purpose: 'recovery' })
    expect(kept.length).toBeLessThanOrEqual(1)
    for (let i = 0; i < 2; i += 1) await users.forgotPassword({ email })
    await expect.poll(() => received(email)).toHaveLength(4)
    const token = tokenIn(must(received(email).at(-1), 'mail'))
    expect(await users.resetPassword({ token, password: 'another password' })).toEqual({ reset: true })
  })

  it('are attempted eight times, and then dropped', async () => {
    const { app, member, waiting, queued } = await start()
    await mails.close()
    await member()
    await expect.poll(() => app.storage.reader.records.count('jobs', { status: 'pending', attempts: 1 })).toBe(1)
    for (const attempts of [2, 3, 4, 5, 6, 7]) {
      now += 2 * HOUR
      await app.runJobs()
      expect(await app.storage.reader.records.count('jobs', { status: 'pending', attempts })).toBe(1)
      expect(log()).not.toContain('given up')
    }
    now += 2 * HOUR
    await app.runJobs()
    expect(log()).toContain('a mail (welcome) could not be sent, and is given up after 8 attempts')
    expect([await waiting(), await queued()]).toEqual([0, 0])
    mails = await mailServer()
  })

  it('are not sent after a rollback', async () => {
    const { app, member, waiting, queued } = await start()
    const { id, email } = await member()
    await expect.poll(() => received(email)).toHaveLength(1)
    await expect.poll(queued).toBe(0)
    const stranger = freshAddress('never')
    const undone = app.local.asSystem().transaction(async (local) => {
      await local.auth.users.forgotPassword({ email })
      await local.auth.users.createUser({ data: { email: stranger }, password: PASSWORD })
      await local.collections.users.update(id, { email: freshAddress('moved') })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect([await waiting(), await queued()]).toEqual([0, 0])
    await app.runJobs()
    expect(mails.received).toHaveLength(1)
    await app.local.asSystem().transaction(async (local) => {
      await local.auth.users.forgotPassword({ email })
      await local.collections.users.find()
      expect(mails.received).toHaveLength(1)
    })
    await expect.poll(() => received(email)).toHaveLength(2)
  })

  it('survive the instance that queued them, and are sent once by the others', async () => {
    const { member, waiting } = await start()
    const members: string[] = []
    for (let i = 0; i < 6; i += 1) members.push((await member()).email)
    await expect.poll(waiting).toBe(0)
    const program = installedProgram(new URL('mail-instance.ts', import.meta.url))
    const stranger = freshAddress('stranger')
    const child = fork(program, [JSON.stringify(database.config), JSON.stringify([...members, stranger])], {
      execArgv: [],
    })
    children.push(child)
    const heard: unknown[] = []
    child.on('message', (message) => void heard.push(message))
    await expect
      .poll(() => heard.map(String).toSorted())
      .toEqual(['committed', ...Array.from({ length: 4 }, () => 'sending')])
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    expect(mails.received).toHaveLength(members.length)
    const real = { jobs: true, clock: () => new Date() }
    await Promise.all([start(real), start(real)])
    await expect.poll(waiting).toBe(0)
    for (const email of members) {
      expect(received(email).map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1])).toEqual([
        'Confirm your address',
        'Set a new password',
      ])
    }
    expect(received(stranger)).toEqual([])
  })
})
