// @module-tag release
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const HOLD = new URL('../../../packages/quire/src/cli/hold-young-space.ts', import.meta.url).href

/**
 * Retains recent objects over many turns, like a service with a cache. Prints the maximum size of the space in
 * megabytes.
 */
const KEEPS_MUCH = `
  import { setImmediate as nextTurn } from 'node:timers/promises'
  import { getHeapSpaceStatistics } from 'node:v8'
  const { holdYoungSpace } = await import(process.argv[1])
  holdYoungSpace()
  let most = 0
  let kept = []
  for (let turn = 0; turn < 600; turn += 1) {
    for (let each = 0; each < 2000; each += 1) kept.push({ turn, each: [each] })
    if (kept.length > 200_000) kept = []
    await nextTurn()
    most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)
  }
  console.log(most / 1024 / 1024)
`

async function mostOfYoungSpace(...options: string[]): Promise<number> {
  const { stdout } = await run(process.execPath, [...options, '--input-type=module', '--eval', KEEPS_MUCH, HOLD])
  return Number(stdout)
}

test('the young generation does not grow beyond 16 MB', async () => {
  // V8 may have a few more pages of 0.25 MB in use. Without the limit, the space doubles to 32 MB.
  expect(await mostOfYoungSpace()).toBeLessThan(20)
})

test('it has the size of the Node options if they set it', async () => {
  expect(await mostOfYoungSpace('--max-semi-space-size=32')).toBeGreaterThan(16)
})
