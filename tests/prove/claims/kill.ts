import { setTimeout as sleep } from 'node:timers/promises'
import type { Claim } from '../claim.ts'
import { checkAudit } from '../load/check-audit.ts'
import { checkFollowUps } from '../load/check-follow-ups.ts'
import { checkLedger } from '../load/check-ledger.ts'
import { MixedLoad } from '../load/mixed-load.ts'
import { HttpClient } from '../world/http.ts'
import { childrenOf, signal } from '../world/process-family.ts'
import { World } from '../world/world.ts'

/** Kills instances, or workers of one, at random moments of a mixed load. */
export const kill: Claim = {
  name: 'kill',
  promise:
    'After `kill -9` in any moment, everything acknowledged is there, with its entry in the audit log, nothing is half there, and `doctor` agrees.',
  weight: 5,
  dialects: ['sqlite', 'postgres'],
  async run({ surroundings, dialect, random, tally, size }) {
    const world = await World.make(surroundings, { dialect })
    try {
      // Two instances, or one of two workers.
      const isWorkers = random.chance(0.5)
      tally.add(isWorkers ? 'on two workers' : 'on two instances')
      const start = async () => {
        const started = await Promise.all(
          isWorkers ? [world.start(['--workers', '2'])] : [world.start(), world.start()],
        )
        return started.map(({ address }) => address)
      }
      let addresses = await start()
      await world.addUsers(addresses[0] ?? '')
      world.receiver.answer = () => (random.chance(0.1) ? 503 : 204)
      const load = new MixedLoad(
        addresses.map((address) => new HttpClient(address)),
        {
          world,
          tally,
          random,
          writers: size === 'small' ? 3 : 6,
        },
      )
      const kills = size === 'small' ? 1 : 4
      for (let killed = 0; killed < kills; killed += 1) {
        const over = new AbortController()
        const running = load.run({ until: over.signal })
        await load.underWay(random.below(size === 'small' ? 40 : 150), random)
        const [one] = world.instances
        const workers = isWorkers && one ? childrenOf(one.pid) : []
        // Sometimes kills only a worker: it is replaced automatically.
        if (workers.length > 0 && random.chance(0.4)) {
          signal(random.pick(workers), 'SIGKILL')
          tally.add('workers killed')
          await sleep(random.between(0, 300))
        } else {
          tally.add('services killed')
          await world.killAll()
        }
        over.abort()
        await running
        if (world.instances.length === 0) addresses = await start()
        for (const [index, client] of load.clients.entries()) client.base = addresses[index] ?? ''
        const client = new HttpClient(addresses[0] ?? '')
        await checkLedger({ client, headers: world.as('admin'), ledger: load.ledger, tally })
        client.close()
        const doctor = await world.run('doctor', '--files')
        tally.expect(doctor.code === 0, `doctor: ${doctor.output}`)
        tally.add('doctors asked')
      }
      const client = new HttpClient(addresses[0] ?? '')
      await checkLedger({ client, headers: world.as('admin'), ledger: load.ledger, tally, isWhole: true })
      await checkFollowUps({ world, client, ledger: load.ledger, tally })
      await checkAudit({ client, headers: world.as('admin'), ledger: load.ledger, tally })
      client.close()
      for (const one of load.clients) one.close()
    } finally {
      await world.remove()
    }
  },
}
