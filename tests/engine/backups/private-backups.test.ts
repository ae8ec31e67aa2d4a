import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backUp, newTarget, openLibrary, restore } from './library.ts'

/** The modes of all files and folders in a folder. */
async function modesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const path = join(parentPath, name)
    return [path, ((await stat(path)).mode & 0o777).toString(8)]
  })
  return Object.fromEntries(await Promise.all(found))
}

test.skipIf(process.platform === 'win32')(
  'backups and restored files are readable only by their owner, whatever the umask',
  async () => {
    const usual = process.umask(0)
    onTestFinished(() => void process.umask(usual))
    const library = await openLibrary('sqlite')
    const { media } = library.test.app.local.asSystem().collections
    await media.create({ file: { name: 'a.txt', content: Buffer.from('words') }, alt: 'a' })
    const { where } = await backUp(library)
    const target = await newTarget(library.config, 'sqlite')
    await restore(where, target)
    const database = target.config.database
    const restored = database && 'path' in database ? dirname(database.path) : ''
    const modes = { ...(await modesBelow(library.folder)), ...(await modesBelow(restored)) }
    expect(Object.keys(modes)).toContain(where)
    expect(Object.keys(modes)).toContain(join(restored, 'test.db'))
    expect(Object.keys(modes).some((path) => path.endsWith('.txt'))).toBe(true)
    expect(Object.entries(modes).filter(([, mode]) => mode !== '600' && mode !== '700')).toEqual([])
  },
)
