import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { AppFolder, QuireProcess } from './quire-process.ts'

/** Each command is a process of its own, and machines may be busy. */
const PATIENCE = 240_000

const files = {
  'quire.config.ts': `
    import { collection, defineConfig, f, sqlite } from 'quirecms'
    export default defineConfig({
      database: sqlite('./data/test.db'),
      collections: {
        users: collection({ auth: true, fields: { name: f.text() } }),
        notes: collection({ fields: { title: f.text() }, trash: true }),
        media: collection({ upload: true, fields: { alt: f.text() } }),
      },
    })`,
  'seed.ts': `
    export default async ({ app }) => {
      const { collections: { notes, media }, auth } = app.local.asSystem()
      await auth.users.createUser({ data: { email: 'ann@example.com' }, password: 'correct horse' })
      await media.create({ file: { name: 'a.txt', content: Buffer.alloc(2_000_000, 'abc ') } })
      await notes.createMany(Array.from({ length: 50 }, (_, n) => ({ title: 'Note ' + n })))
    }`,
}

const withoutTime = (text: string) => text.split('\n').slice(1).join('\n')

describe('quire backup, verify and restore', { timeout: PATIENCE }, () => {
  test('restore the content, beside a running service', async () => {
    const folder = await AppFolder.create(files)
    const quire = await folder.serve(['start', '--migrate', '--port', '0'])
    expect(await folder.run(['run', 'seed.ts'])).toMatchObject({ code: 0, stderr: '' })
    const before = await folder.run(['export', '--passwords'])
    const env = { QUIRE_BACKUP_PASSPHRASE: 'correct horse battery' }

    const made = await folder.runAlone(['backup', '--to', 'kept/site.tar.zst.enc', '--encrypt'], { env })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/kept\/site\.tar\.zst\.enc\n52 documents and 1 file of 20/)
    expect((await stat(join(folder.path, 'kept/site.tar.zst.enc'))).mode & 0o777).toBe(0o600)
    expect((await fetch(`${quire.address}/healthz`)).status).toBe(200)

    const verified = await folder.run(['backup', 'verify', 'kept/site.tar.zst.enc'], { env })
    expect(verified).toMatchObject({ code: 0, stderr: '' })
    expect(verified.stdout).toMatch(/^ {2}notes: 50$/m)
    expect(verified.stdout).toMatch(/^ok {6}content$/m)
    expect(verified.stdout).toContain('is sound')
    const wrong = await folder.run(['backup', 'verify', 'kept/site.tar.zst.enc'], {
      env: { QUIRE_BACKUP_PASSPHRASE: 'x' },
    })
    expect(wrong).toEqual({ code: 1, stdout: '', stderr: 'The backup was not encrypted for this passphrase.\n' })

    const refused = await folder.run(['restore', 'kept/site.tar.zst.enc'], { env })
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--replace') })
    const elsewhere = ['--to-database', 'sqlite:./other/app.db', '--to-files', './other/files']
    const restored = await folder.run(['restore', 'kept/site.tar.zst.enc', ...elsewhere], { env })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(restored.stdout.match(/^ok .*$/gm)?.map((line) => line.slice(3).trim())).toEqual([
      'references',
      'users',
      'files',
    ])
    const after = await folder.run(['export', '--passwords', '--no-files'], {
      env: { DATABASE_URL: 'sqlite:./other/app.db' },
    })
    const withFiles = withoutTime(before.stdout).split('\n')
    const documents = withFiles.filter(
      (line) => !line.startsWith('{"kind":"object"') && !line.startsWith('{"kind":"end"'),
    )
    expect(
      withoutTime(after.stdout)
        .split('\n')
        .filter((line) => !line.startsWith('{"kind":"end"')),
    ).toEqual(documents)
    expect(await readdir(join(folder.path, 'other/files'))).toHaveLength(1 + 1)
  })

  test('leave nothing that verifies when they are killed, and clean up afterwards', async () => {
    const folder = await AppFolder.create(files)
    await folder.run(['migrate'])
    await folder.run(['run', 'seed.ts'])
    const work = join(folder.path, 'data/backups/.quire-backups')
    const hasBegun = async () =>
      (await readdir(work, { recursive: true }).catch(() => [])).some((name) => name.endsWith('database'))
    // On a busy machine, a backup may be over before it is seen to have begun.
    const killOne = async (): Promise<boolean> => {
      const backup = new QuireProcess(['backup'], { cwd: folder.path })
      while (backup.isRunning && !(await hasBegun())) await sleep(1)
      backup.signal('SIGKILL')
      if ((await backup.ended()) === null) return true
      await rm(join(folder.path, 'data/backups'), { recursive: true })
      return false
    }
    let killed = false
    for (let round = 0; round < 20 && !killed; round++) killed = await killOne()
    expect(killed).toBe(true)
    const left = await readdir(join(folder.path, 'data/backups'), { recursive: true, withFileTypes: true })
    expect(left.filter((one) => one.isFile() && one.name.endsWith('.zst'))).toEqual([])
    // A part of a backup is not a backup.
    const part = left.find((one) => one.name === 'backup.part')
    if (part) {
      const verified = await folder.run(['backup', 'verify', join(part.parentPath, part.name)])
      expect(verified).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no backup') })
    }
    expect(await folder.run(['backup', '--keep', '1'])).toMatchObject({ code: 0 })
    expect(await readdir(work)).toEqual([])
    const made = (await readdir(join(folder.path, 'data/backups'))).filter((name) => name.endsWith('.zst'))
    expect(made).toHaveLength(1)
  })

  test('create keys, overwrite none, and report errors', async () => {
    const folder = await AppFolder.create(files)
    const made = await folder.runAlone(['backup', 'key', '--out', 'backup.key'])
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^qbk1[\w-]{43}\n$/) })
    const text = await readFile(join(folder.path, 'backup.key'), 'utf8')
    expect(text).toMatch(/\nqbs1[\w-]{43}\n$/)
    expect((await stat(join(folder.path, 'backup.key'))).mode & 0o777).toBe(0o600)
    const again = await folder.run(['backup', 'key', '--out', 'backup.key'])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
    expect(await readFile(join(folder.path, 'backup.key'), 'utf8')).toBe(text)
    const missing = await folder.run(['restore', 'nowhere.tar.zst'])
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no file .*nowhere/) })
  })
})
