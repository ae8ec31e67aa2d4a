import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Claim } from '../claim.ts'
import { checkFollowUps } from '../load/check-follow-ups.ts'
import { checkLedger } from '../load/check-ledger.ts'
import { MixedLoad } from '../load/mixed-load.ts'
import { HttpClient } from '../world/http.ts'
import { World } from '../world/world.ts'

const PRELOAD = fileURLToPath(new URL('../world/moved-clock.ts', import.meta.url))
const HOUR = 3_600_000
const JUMPS = [1000, 60_000, HOUR, 24 * HOUR, 400 * 24 * HOUR]

/** Sets the clock forward and back under load. */
export const clock: Claim = {
  name: 'clock',
  promise: 'However the clock is set, nothing acknowledged is lost, no call fails, and what is planned happens once.',
  weight: 1,
  dialects: ['sqlite', 'postgres'],
  async run({ surroundings, dialect, random, tally, size }) {
    const world = await World.make(surroundings, { dialect })
    try {
      const file = join(world.folder, 'clock')
      const more = { nodeArguments: ['--import', PRELOAD], env: { CLOCK_FILE: file } }
      const started = await Promise.all([world.start([], more), world.start([], more)])
      await world.addUsers(started[0].address)
      let offset = 0
      const set = (milliseconds: number) => {
        offset = milliseconds
        writeFileSync(file, String(milliseconds))
        for (const { instance } of started) instance.signal('SIGUSR2')
      }
      const clients = started.map(({ address }) => new HttpClient(address))
      const load = new MixedLoad(clients, {
        world,
        tally,
        random,
        writers: 4,
        now: () => Math.max(Date.now(), Date.now() + offset),
      })
      const over = new AbortController()
      const running = load.run({ until: over.signal })
      for (let jumps = 0; jumps < (size === 'small' ? 2 : 10); jumps += 1) {
        await load.underWay(10 + random.below(40), random)
        set(random.pick(JUMPS) * (random.chance(0.5) ? 1 : -1))
        tally.add('jumps')
      }
      await load.underWay(20, random)
      set(0)
      over.abort()
      await running
      const [client] = clients
      if (!client) return
      await checkLedger({ client, headers: world.as('admin'), ledger: load.ledger, tally, isWhole: true })
      // Work that was planned by a clock that was ahead is due at that time.
      set(500 * 24 * HOUR)
      await checkFollowUps({ world, client, ledger: load.ledger, tally })
      let doctor = await world.run('doctor', '--files')
      // A job removes expired records once a minute.
      for (let tries = 0; doctor.code !== 0 && tries < 8; tries += 1) {
        await sleep(10_000)
        doctor = await world.run('doctor', '--files')
      }
      tally.expect(doctor.code === 0, `doctor: ${doctor.output}`)
      for (const one of clients) one.close()
    } finally {
      await world.remove()
    }
  },
}
