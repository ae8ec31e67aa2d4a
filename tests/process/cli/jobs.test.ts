import { expect, test } from 'vitest'
import { AppFolder, QuireProcess } from './quire-process.ts'

const config = `
  import { collection, defineConfig, f, job, sqlite } from 'quirecms'

  export default defineConfig({
    database: sqlite('./data/test.db'),
    collections: { notes: collection({ fields: { text: f.text() }, access: { read: () => true, create: () => true } }) },
    jobs: {
      note: job({
        input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
        run: async ({ input, local, log }) => {
          log.warn('noted', { text: input.text })
          const { text } = await local.collections.notes.create({ text: input.text })
          return { text }
        },
      }),
      broken: job({ retryAfter: [], run: () => { throw new Error('out of ink') } }),
    },
    routes: [{ method: 'POST', path: '/later', handler: ({ local }) => local.jobs.note({ text: 'by another' }) }],
  })`

test('quire jobs run runs a job, and prints its result', async () => {
  const folder = await AppFolder.create({ 'quire.config.ts': config })
  await folder.run(['migrate'])
  const run = (...args: readonly string[]) => folder.run(['jobs', 'run', ...args])
  const done = await folder.runAlone(['jobs', 'run', 'note', '--input', '{"text":"hello"}'])
  expect(done).toMatchObject({ code: 0, stdout: '{"text":"hello"}\n', stderr: expect.stringContaining('"job":"note"') })
  expect(await run('note')).toMatchObject({ code: 1, stderr: expect.stringContaining('text') })
  expect(await run('note', '--input', '{')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--input is not'),
  })
  expect(await run('other')).toMatchObject({ code: 1, stderr: expect.stringContaining('note, broken.') })
  expect(await run('broken')).toMatchObject({ code: 1, stderr: expect.stringContaining('is failed') })
  expect(await folder.run(['jobs'])).toMatchObject({ code: 1, stderr: expect.stringContaining('quire jobs --help') })
})

test('one process serves, another one runs jobs, and the first reports overdue ones', async () => {
  const folder = await AppFolder.create({ 'quire.config.ts': config })
  const server = await folder.serve(['start', '--port', '0', '--migrate', '--jobs', 'off'])
  const post = await fetch(`${server.address}/api/later`, { method: 'POST' })
  expect(post.status).toBe(200)
  const notes = async () => {
    const answer = await fetch(`${server.address}/api/collections/notes`)
    return ((await answer.json()) as { docs: { text: string }[] }).docs.map(({ text }) => text)
  }
  const oldest = async () => {
    const answer = await fetch(`${server.address}/readyz`)
    return ((await answer.json()) as { jobs: { oldestDue: number } }).jobs.oldestDue
  }
  await expect.poll(oldest).toBeGreaterThan(0)
  expect(await notes()).toEqual([])
  const worker = new QuireProcess(['start', '--jobs', 'only'], { cwd: folder.path })
  await expect.poll(notes).toEqual(['by another'])
  await expect.poll(oldest).toBe(0)
  worker.signal('SIGTERM')
  expect(await worker.ended()).toBe(0)
  expect(worker.stdout).not.toContain('ready at')
  expect(await folder.run(['start', '--jobs', 'some'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--jobs must be 'only' or 'off'"),
  })
  expect(await folder.run(['start', '--jobs', 'only', '--workers', '2'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--workers'),
  })
})
