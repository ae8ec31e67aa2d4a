import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { SlowWire } from '../../postgres/concurrency/slow-wire.ts'
import type { Claim, Round } from '../claim.ts'
import { checkFollowUps } from '../load/check-follow-ups.ts'
import { checkLedger } from '../load/check-ledger.ts'
import { MixedLoad } from '../load/mixed-load.ts'
import { HttpClient } from '../world/http.ts'
import { familyOf, signal } from '../world/process-family.ts'
import { untilReady } from '../world/until-ready.ts'
import { World } from '../world/world.ts'

/** A fault of the database, for this many milliseconds. */
type Fault = (milliseconds: number) => Promise<void>

/** Makes the database unreachable, slow or frozen under load, and restores it. */
export const database: Claim = {
  name: 'database',
  promise:
    'While the database is gone, slow or frozen, calls are answered as done or as refused, which they then are; when it is back, everything goes on without a restart.',
  weight: 2,
  dialects: ['sqlite', 'postgres'],
  async run(round) {
    const { surroundings, dialect, random, tally, size } = round
    const wire = new SlowWire(addressOf(surroundings.postgresUrl))
    const port = await wire.open()
    const world = await World.make(surroundings, {
      dialect,
      databaseUrl: (url) => (dialect === 'postgres' ? Object.assign(new URL(url), { port: String(port) }).href : url),
    })
    try {
      const { address } = await world.start()
      await world.addUsers(address)
      const client = new HttpClient(address)
      const load = new MixedLoad([client], {
        world,
        tally,
        random,
        writers: size === 'small' ? 3 : 6,
        mayBeUnavailable: true,
      })
      const faults = dialect === 'sqlite' ? faultsOfFile(world) : faultsOfServer(wire, round)
      const names = Object.keys(faults)
      const chosen = size === 'small' ? names.slice(0, 2) : names
      for (const name of chosen) {
        const over = new AbortController()
        const running = load.run({ until: over.signal })
        await load.underWay(random.below(40), random)
        // Sometimes longer than the query timeout.
        await faults[name]?.(size === 'small' ? 300 : random.chance(0.2) ? 13_000 : random.between(200, 4000))
        tally.add(`times ${name}`)
        await untilReady(client, tally)
        over.abort()
        await running
        const broken = load.brokenBy()
        tally.expect(
          broken.length === 0,
          `requests were broken off while the database was ${name}: ${broken.join(', ')}`,
        )
        await checkLedger({ client, headers: world.as('admin'), ledger: load.ledger, tally })
      }
      await checkLedger({ client, headers: world.as('admin'), ledger: load.ledger, tally, isWhole: true })
      await checkFollowUps({ world, client, ledger: load.ledger, tally })
      const doctor = await world.run('doctor', '--files')
      tally.expect(doctor.code === 0, `doctor: ${doctor.output}`)
      client.close()
    } finally {
      await world.remove()
      await wire.close()
    }
  },
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

function faultsOfFile(world: World): Record<string, Fault> {
  const file = join(world.folder, 'data/site.db')
  return {
    gone: async (milliseconds) => {
      renameSync(file, `${file}.moved`)
      await sleep(milliseconds)
      renameSync(`${file}.moved`, file)
    },
    /** A slow writer on another connection. */
    slow: async (milliseconds) => {
      const other = new DatabaseSync(file)
      other.exec('pragma busy_timeout = 10000; begin immediate')
      await sleep(milliseconds)
      other.exec('rollback')
      other.close()
    },
    frozen: (milliseconds) =>
      stopped(
        world.instances.map(({ pid }) => pid),
        milliseconds,
      ),
  }
}

function faultsOfServer(wire: SlowWire, { surroundings: { postgres } }: Round): Record<string, Fault> {
  return {
    gone: async (milliseconds) => {
      wire.refuse(true)
      await sleep(milliseconds)
      wire.refuse(false)
    },
    'cut off': async () => wire.cut(),
    slow: async (milliseconds) => {
      wire.delay = 50
      await sleep(milliseconds)
      wire.delay = 0
    },
    unreachable: async (milliseconds) => {
      wire.freeze()
      await sleep(milliseconds)
      wire.thaw()
    },
    ...(postgres && {
      frozen: (milliseconds: number) => stopped(familyOf(postgres.pid()), milliseconds),
      killed: async (milliseconds: number) => {
        await postgres.crash()
        await sleep(milliseconds)
        await restarted(() => postgres.start())
      },
    }),
  }
}

async function stopped(pids: readonly number[], milliseconds: number): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  await sleep(milliseconds)
  for (const pid of pids) signal(pid, 'SIGCONT')
}

/** Its processes need a moment to notice that the first one is gone. */
async function restarted(start: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start()
    } catch (error) {
      if (tries === 20) throw error
      await sleep(500)
    }
  }
}
