import { chmod, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '@quirecms/testkit'
import type { AnyLocalApi } from '@quirecms/core'
import { collection, createApp, createLogger, defineConfig, type QuireConfig, sqlite } from 'quirecms'
import { expect, it, onTestFinished } from 'vitest'
import { form } from './gallery.ts'
import { noise } from './pictures.ts'
import { testLocal } from '../../../packages/quire/src/testing/test-local.ts'

const everybody = () => true

/** Without `database` and `storage`: what the defaults make. */
const config: QuireConfig = defineConfig({
  collections: {
    media: collection({
      upload: { sizes: { small: { width: 8 } } },
      fields: {},
      access: { read: everybody, create: everybody, update: everybody },
    }),
  },
})

async function modesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const modes: Record<string, string> = {}
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    modes[join(entry.parentPath, entry.name).slice(folder.length)] = (mode & 0o777).toString(8)
  }
  return modes
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

const start = (given: QuireConfig, root: string) =>
  createApp(given, { root, log: createLogger({ level: 'silent' }), jobs: false })

// Whatever the umask is; the second one allows everything.
it.skipIf(process.platform === 'win32').each(['022', '000'])(
  'stores everything in data/ with access only for its owner (umask %s)',
  async (mask) => {
    const usual = process.umask(Number.parseInt(mask, 8))
    onTestFinished(() => void process.umask(usual))
    const root = await mkdtemp(join(tmpdir(), 'quire-private-'))
    const app = await start(config, root)
    const send = (method: string, path: string, body: FormData) =>
      app.fetch(new Request(`http://localhost${path}`, { method, body }))
    const made = await send('POST', '/api/collections/media', form(await noise(20, 20), 'a.png'))
    const { doc } = (await made.json()) as { doc: { id: string } }
    await send('PATCH', `/api/collections/media/${doc.id}`, form('text', 'a.txt'))
    const media = testLocal(app.local as unknown as AnyLocalApi)
      .asSystem()
      .collection('media')
    await media.create({ file: { name: 'b.txt', content: Buffer.from('b') } })
    await media.duplicate(doc.id)
    expect(await modeOf(join(root, 'data'))).toBe('700')
    const modes = await modesBelow(join(root, 'data'))
    expect(must(modes['/app.db'], 'a database')).toBe('600')
    expect(must(modes['/app.db-wal'], 'its log')).toBe('600')
    expect(must(modes['/uploads'], 'a folder')).toBe('700')
    expect(Object.keys(modes).filter((path) => path.endsWith('.txt')).length).toBeGreaterThanOrEqual(3)
    expect(new Set(Object.values(modes))).toEqual(new Set(['600', '700']))
    await app.close()
  },
)

it.skipIf(process.platform === 'win32')(
  'removes access of others to data/, and leaves other folders unchanged',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'quire-private-'))
    await mkdir(join(root, 'data'))
    await chmod(join(root, 'data'), 0o755)
    await writeFile(join(root, 'data', 'app.db'), '', { mode: 0o644 })
    const own = await start(config, root)
    await own.close()
    expect(await modeOf(join(root, 'data'))).toBe('700')
    expect(await modeOf(join(root, 'data', 'app.db'))).toBe('600')
    await mkdir(join(root, 'other'))
    await chmod(join(root, 'other'), 0o755)
    const elsewhere = await start({ ...config, database: sqlite('./other/app.db') }, root)
    await elsewhere.close()
    expect(await modeOf(join(root, 'other'))).toBe('755')
    expect(await modeOf(join(root, 'other', 'app.db'))).toBe('600')
  },
)
