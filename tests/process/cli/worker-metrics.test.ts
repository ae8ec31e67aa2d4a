// @module-tag release
import { expect, test } from 'vitest'
import { parseExposition, valueOf } from '../../http/metrics/parse-exposition.ts'
import { AppFolder, ask } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

test('metrics of workers are summed over all, up to the last request, and survive a worker that crashes', {
  timeout: 180_000,
}, async () => {
  const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ server: 'metrics: true,' }) })
  const quire = await folder.serve(['start', '--port', '0', '--migrate', '--workers', '2'])
  const lists = { operation: 'list', entity: 'notes' }
  const scrape = async () => parseExposition(await (await fetch(`${quire.address}/metrics`)).text())
  const pids = new Set<unknown>()
  const askAll = async (count: number) => {
    for (let i = 0; i < count; i++) await ask(`${quire.address}/api/collections/notes`)
  }
  await expect
    .poll(async () => {
      const { body } = await ask(`${quire.address}/api/globals/process`)
      pids.add((body as { doc: { pid: number } }).doc.pid)
      return pids.size
    })
    .toBe(2)
  await askAll(37)
  await expect.poll(async () => valueOf(await scrape(), 'quire_http_requests_total', lists)).toBe(37)
  const families = await scrape()
  expect(valueOf(families, 'quire_http_duration_seconds_count', lists)).toBe(37)
  // Metrics that are the same for all workers appear once.
  expect(valueOf(families, 'quire_build_info')).toBe(1)
  expect(valueOf(families, 'quire_jobs_due_seconds')).toBe(0)
  const [victim] = [...pids] as number[]
  process.kill(Number(victim), 'SIGKILL')
  await quire.until(() => quire.stdout.includes(`worker ${victim} ended by SIGKILL`))
  await expect.poll(async () => valueOf(await scrape(), 'quire_http_requests_total', lists)).toBe(37)
  await askAll(5)
  await expect.poll(async () => valueOf(await scrape(), 'quire_http_requests_total', lists)).toBe(42)
})
