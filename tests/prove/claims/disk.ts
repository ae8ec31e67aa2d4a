import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Claim } from '../claim.ts'
import { checkLedger } from '../load/check-ledger.ts'
import { MixedLoad } from '../load/mixed-load.ts'
import { HttpClient } from '../world/http.ts'
import { untilReady } from '../world/until-ready.ts'
import { World } from '../world/world.ts'

const SIZE = 24 * 1024 * 1024

/** Fills the disk under load, and frees space again. On PostgreSQL, only the disk of the files. */
export const disk: Claim = {
  name: 'disk',
  promise:
    'While the disk is full, writes are refused, reads work, and nothing is half written; when there is room, writes work again.',
  weight: 1,
  dialects: ['sqlite', 'postgres'],
  async run({ surroundings, dialect, random, tally, size }) {
    const data = mkdtempSync(join(surroundings.folder, 'disk-'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', data]).status !== 0) {
      tally.add('not tried, since file systems may not be mounted here')
      return
    }
    const world = await World.make(surroundings, { dialect, data })
    try {
      const { address } = await world.start()
      await world.addUsers(address)
      const client = new HttpClient(address)
      const load = new MixedLoad([client], { world, tally, random, writers: 4, mayBeUnavailable: true })
      for (let times = 0; times < (size === 'small' ? 1 : 4); times += 1) {
        await load.run({ steps: 5 })
        const filler = join(data, 'filler')
        fill(filler, random.below(400_000))
        tally.add('times full')
        const before = tally.counts.get('answered 503') ?? 0
        for (let some = 0; some < 20 && (tally.counts.get('answered 503') ?? 0) < before + 8; some += 1)
          await load.run({ steps: 10 })
        const list = await client.call('GET', '/api/collections/posts?limit=5')
        tally.expect(list.status === 200, `a list was answered with ${list.status} while the disk was full`)
        rmSync(filler)
        await load.run({ steps: 1 })
        await untilReady(client, tally)
        await checkLedger({ client, headers: world.as('admin'), ledger: load.ledger, tally })
        const refused = tally.counts.get('answered 503') ?? 0
        await load.run({ steps: 5 })
        tally.expect((tally.counts.get('answered 503') ?? 0) === refused, 'calls are refused although there is room')
      }
      await checkLedger({ client, headers: world.as('admin'), ledger: load.ledger, tally, isWhole: true })
      const doctor = await world.run('doctor', '--files')
      tally.expect(doctor.code === 0, `doctor: ${doctor.output}`)
      client.close()
    } finally {
      await world.remove()
      spawnSync('umount', ['-l', data])
    }
  },
}

/** Leaves this much free space, or none if the service has used it meanwhile. */
function fill(filler: string, left: number): void {
  const { bavail, bsize } = statfsSync(dirname(filler))
  try {
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
