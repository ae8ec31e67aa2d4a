// `node bench/src/audit-overhead.ts`: measures the CPU time that the audit log adds to a create over HTTP
// (docs/audit.md#cost), and the total of each service, including later settling. With JOBS=off, nothing is settled: the
// create alone. With POSTGRES, the URL of a database, measures there, in databases with its name as prefix, which are
// created and dropped.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audit } from '@quirecms/audit'
import pg from 'pg'
import { collection, createApp, defineConfig, f, postgres, sqlite } from 'quirecms'
import { compareInTurns, type Taken } from './overhead/in-turns.ts'
import { askMany } from './overhead/many-requests.ts'
import { answerParent } from './processes/answer-parent.ts'
import { BenchProcess } from './processes/bench-process.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 30)
const CREATES = Number(process.env['CREATES'] ?? 500)
const CONNECTIONS = Number(process.env['CONNECTIONS'] ?? 8)
/** Expected upper limit on a quiet machine. */
const MOST = 1.05

/** Time in milliseconds until all entries are settled. */
const SETTLED_MS = 3_000

const MODES = (process.env['MODES'] ?? 'off,on,chain').split(',')

const everyCaller = () => true

/** Each mode has its own database. */
function databaseUrl(mode: string): URL | null {
  const given = process.env['POSTGRES']
  if (given === undefined) return null
  const url = new URL(given)
  url.pathname += `_${mode}`
  return url
}

/** Serves the application, and reports its CPU time in microseconds on request. */
async function serve(mode: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-audit-'))
  process.on('exit', () => void rm(folder, { recursive: true, force: true }))
  const url = databaseUrl(mode)
  const app = await createApp(
    defineConfig({
      database: url ? postgres(url.href) : sqlite(join(folder, 'app.db')),
      log: { level: 'silent' },
      server: { rateLimit: false },
      plugins: mode === 'off' ? [] : [audit({ chain: mode === 'chain' })],
      admin: { users: 'users' },
      collections: {
        users: collection({ auth: true, fields: { name: f.text() } }),
        posts: collection({
          fields: {
            title: f.text({ required: true, index: true }),
            slug: f.text({ unique: true }),
            views: f.number({ index: true }),
            isPublic: f.checkbox(),
            body: f.textarea(),
            author: f.relationship({ to: 'users' }),
          },
          access: { read: everyCaller, create: everyCaller },
        }),
      },
    }),
    { jobs: process.env['JOBS'] !== 'off' },
  )
  const service = await app.listen({ port: 0 })
  answerParent(async (question) => {
    if ((question as { what: string }).what === 'service') return service
    const { user, system } = process.cpuUsage()
    return user + system
  })
}

let made = 0

async function measure(child: BenchProcess, service: string, agent: Agent): Promise<Taken> {
  const before = await child.ask<number>({ what: 'time' })
  const began = performance.now()
  await askMany(CREATES, agent, () => {
    made += 1
    const body = JSON.stringify({
      title: `Title ${made}`,
      slug: `slug-${made}`,
      views: made,
      isPublic: true,
      body: TEXT,
    })
    return { url: `${service}/api/collections/posts`, method: 'POST', body, status: 201 }
  })
  const wall = performance.now() - began
  return { time: (await child.ask<number>({ what: 'time' })) - before, wall }
}

const TEXT = 'Some words. '.repeat(80)

async function withDatabases(work: () => Promise<void>): Promise<void> {
  const given = process.env['POSTGRES']
  if (given === undefined) return work()
  const admin = new pg.Client({ connectionString: given })
  await admin.connect()
  const names = MODES.map((mode) => `"${databaseUrl(mode)?.pathname.slice(1)}"`)
  const drop = async () => {
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
  }
  try {
    await drop()
    for (const name of names) await admin.query(`create database ${name}`)
    await work()
  } finally {
    await drop()
    await admin.end()
  }
}

async function compare(): Promise<void> {
  const self = new URL(import.meta.url)
  const children: BenchProcess[] = []
  for (const mode of MODES) children.push(await BenchProcess.start(self, [mode], []))
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const work: (() => Promise<Taken>)[] = []
  for (const child of children) {
    const service = await child.ask<string>({ what: 'service' })
    work.push(() => measure(child, service, agent))
  }
  const inAll = () => Promise.all(children.map((child) => child.ask<number>({ what: 'time' })))
  const before = await inAll()
  const compared = await compareInTurns(work, ROUNDS)
  await setTimeout(SETTLED_MS)
  const after = await inAll()
  agent.destroy()
  for (const child of children) await child.stop()
  for (const [index, { time, ratio, median, wall }] of compared.entries()) {
    const whole = ((after[index] ?? 0) - (before[index] ?? 0)) / (ROUNDS * CREATES)
    console.log(
      `${MODES[index]}: ${(time / (ROUNDS * CREATES)).toFixed(1)} µs a create; ratio of all ${ratio.toFixed(4)}, median of ${ROUNDS} rounds ${median.toFixed(4)}, of their wall time ${wall.toFixed(4)}; ${whole.toFixed(1)} µs in all, warming up included`,
    )
  }
  if (compared.some(({ ratio }) => ratio > MOST)) process.exitCode = 1
}

const [, , mode] = process.argv
if (mode !== undefined) await serve(mode)
else if (process.argv[1] === fileURLToPath(import.meta.url)) await withDatabases(compare)
