import type { Claim } from '../claim.ts'
import { checkLedger } from '../load/check-ledger.ts'
import { MixedLoad } from '../load/mixed-load.ts'
import { HttpClient } from '../world/http.ts'
import { World } from '../world/world.ts'

/** Stops a service under load, again and again. */
export const term: Claim = {
  name: 'term',
  promise:
    'On SIGTERM under load, every request that was taken is answered, no connection is reset, and the exit code is 0.',
  weight: 1,
  dialects: ['sqlite', 'postgres'],
  async run({ surroundings, dialect, random, tally, size }) {
    const world = await World.make(surroundings, { dialect })
    try {
      const args = random.chance(0.5) ? ['--workers', '2'] : []
      let started = await world.start(args)
      await world.addUsers(started.address)
      const load = new MixedLoad([new HttpClient(started.address)], {
        world,
        tally,
        random,
        writers: size === 'small' ? 3 : 8,
      })
      for (let stopped = 0; stopped < (size === 'small' ? 1 : 4); stopped += 1) {
        const before = tally.counts.get('not answered') ?? 0
        const running = load.run()
        await load.underWay(20 + random.below(size === 'small' ? 20 : 200), random)
        started.instance.signal('SIGTERM')
        const code = await started.instance.ended()
        tally.expect(code === 0, `the exit code was ${code}: ${started.instance.output.slice(-500)}`)
        await running
        tally.add('services stopped')
        const codes = load.brokenBy()
        // A client that connects too late is refused. Any other failure leaves a client in doubt.
        tally.expect(
          codes.every((one) => one === 'ECONNREFUSED'),
          `requests were broken off: ${codes.join(', ')}`,
        )
        tally.expect((tally.counts.get('not answered') ?? 0) > before, 'no client was connected when it stopped')
        world.instances.length = 0
        started = await world.start(args)
        for (const client of load.clients) client.base = started.address
        await checkLedger({
          client: load.clients[0] as HttpClient,
          headers: world.as('admin'),
          ledger: load.ledger,
          tally,
        })
      }
      const doctor = await world.run('doctor', '--files')
      tally.expect(doctor.code === 0, `doctor: ${doctor.output}`)
      for (const client of load.clients) client.close()
    } finally {
      await world.remove()
    }
  },
}
