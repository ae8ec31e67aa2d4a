// @module-tag release
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { installedQuire } from './installed-quire.ts'
import { AppFolder } from './quire-process.ts'

/** More than a pipe and a page of the export hold. */
const NOTES = 450

const files = {
  'quire.config.ts': `
    import { collection, defineConfig, f, sqlite } from 'quirecms'
    export default defineConfig({
      database: sqlite('./data/notes.db'),
      collections: { notes: collection({ fields: { title: f.text({ index: true }), text: f.textarea() } }) },
    })`,
  'seed.ts': `
    export default async ({ app }) => {
      const { notes } = app.local.asSystem().collections
      for (let first = 0; first < ${NOTES}; first += 50)
        await notes.createMany(Array.from({ length: 50 }, (_, at) => ({ title: 'Note ' + (first + at), text: 'x'.repeat(10_000) })))
    }`,
  'change.ts': `
    export default async ({ app }) => {
      const { notes } = app.local.asSystem().collections
      const [last] = (await notes.find({ where: { title: { equals: 'Note ${NOTES - 1}' } } })).docs
      await notes.delete(last.id)
      await notes.create({ title: 'Too late' })
    }`,
}

test('an export is a snapshot of the time when it began, and does not block writes', {
  timeout: 240_000,
}, async () => {
  const folder = await AppFolder.create(files)
  expect(await folder.run(['migrate'])).toMatchObject({ code: 0 })
  expect(await folder.run(['run', 'seed.ts'])).toMatchObject({ code: 0, stderr: '' })

  const exporting = spawn(process.execPath, [installedQuire().program, 'export'], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // It has begun, and waits until the test continues reading.
  await once(exporting.stdout, 'readable')
  expect(await folder.run(['run', 'change.ts'])).toMatchObject({ code: 0, stderr: '' })
  expect(exporting.exitCode).toBeNull()

  let text = ''
  for await (const chunk of exporting.stdout.setEncoding('utf8')) text += chunk
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; documents?: number; data?: { title: string } })
  const titles = lines.filter(({ kind }) => kind === 'document').map(({ data }) => data?.title)
  // In the order of ids, that is of creation.
  expect(titles).toEqual(Array.from({ length: NOTES }, (_, at) => `Note ${at}`))
  expect(lines.at(-1)).toMatchObject({ kind: 'end', documents: NOTES })
})
