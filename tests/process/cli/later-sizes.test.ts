// @module-tag release
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { collection, createApp, createLogger, defineConfig, disk, f, sqlite } from 'quirecms'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { AppFolder } from './quire-process.ts'

const THUMB = { thumb: { width: 10 } }
const LATER = { ...THUMB, card: { width: 20, height: 20 } }

const CONFIG = `
  import { collection, defineConfig, disk, f, sqlite } from 'quirecms'

  export default defineConfig({
    database: sqlite('./data/app.db'),
    storage: disk('./data/files'),
    collections: { media: collection({ upload: { sizes: ${JSON.stringify(LATER)} }, fields: { alt: f.text() } }) },
  })`

/** Two images, uploaded while there was one size. */
async function uploadIn(root: string): Promise<void> {
  const config = defineConfig({
    database: sqlite('./data/app.db'),
    storage: disk('./data/files'),
    collections: { media: collection({ upload: { sizes: THUMB }, fields: { alt: f.text() } }) },
  })
  const app = await createApp(config, { root, log: createLogger({ level: 'silent' }), jobs: false })
  try {
    for (const background of ['#123456', '#fedcba']) {
      const picture = sharp({ create: { width: 60, height: 30, channels: 3, background } })
      const file = new File([Uint8Array.from(await picture.png().toBuffer())], 'a.png')
      await app.local.asSystem().collections.media.create({ file })
    }
  } finally {
    await app.close()
  }
}

test('quire doctor --objects generates image sizes that were added later, once, and only with the flag', {
  timeout: 240_000,
}, async () => {
  const folder = await AppFolder.create({ 'quire.config.js': CONFIG })
  await uploadIn(folder.path)
  const stored = async () =>
    (await readdir(join(folder.path, 'data/files'), { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    ).length
  const before = await stored()

  const looked = await folder.run(['doctor'])
  expect([looked.code, looked.stderr]).toEqual([0, ''])
  expect(looked.stdout).not.toContain('sizes of pictures')
  expect(await stored()).toBe(before)
  const made = await folder.run(['doctor', '--objects'])
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('ok      sizes of pictures: 2 made')])
  expect(await stored()).toBe(before + 2)
  const again = await folder.run(['doctor', '--objects', '--files'])
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('sizes of pictures: 0 made')])
  expect(await stored()).toBe(before + 2)
})
