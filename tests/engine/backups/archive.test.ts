import { createHash, randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { BackupManifest } from '../../../packages/quire/src/backups/archive/manifest.ts'
import { readBackup } from '../../../packages/quire/src/backups/archive/read-archive.ts'
import { BLOCK, readTarHeader, tarHeader } from '../../../packages/quire/src/backups/archive/tar-header.ts'
import { archiveOf } from '../../../packages/quire/src/backups/archive/write-archive.ts'
import { nameOfBackup, outdated } from '../../../packages/quire/src/backups/make-backup.ts'

const KEY = `${'ab'.repeat(16)}.txt`

interface Entry {
  readonly name: string
  readonly content: Buffer
  /** Modifies the header. */
  readonly as?: (header: Buffer) => void
}

const database: Entry = { name: 'database.sqlite', content: Buffer.from('a database') }
const object: Entry = { name: `objects/${KEY}`, content: randomBytes(700) }

function manifestOf(entries: readonly Entry[], changes: Partial<Record<keyof BackupManifest, unknown>> = {}): Entry {
  const parts = entries.map(({ name, content }) => ({
    name,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }))
  const manifest = {
    kind: 'quire-backup',
    format: 1,
    versions: { quire: '0.1.0', node: '24.0.0' },
    application: 'test',
    at: '2026-11-17T03:00:00.000Z',
    database: { form: 'sqlite', dialect: 'sqlite' },
    configuration: 'a'.repeat(64),
    withoutUsers: false,
    counts: { documents: {}, records: {}, objects: 1, bytes: 700 },
    digest: 'b'.repeat(64),
    faults: [],
    parts,
    ...changes,
  }
  return { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) }
}

function withChecksum(header: Buffer): Buffer {
  header.write('        ', 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1')
  return header
}

function tarOf(entries: readonly Entry[], end = Buffer.alloc(2 * BLOCK)): Buffer {
  const blocks = entries.flatMap(({ name, content, as }) => {
    const header = tarHeader({ name: 'x', size: content.length })
    header.fill(0, 0, 100).write(name, 'latin1')
    as?.(header)
    return [withChecksum(header), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...blocks, end])
}

async function* inPieces(bytes: Buffer, length = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

const read = (tar: Buffer) => readBackup(inPieces(zstdCompressSync(tar)))

const sound = [database, object]

describe('reading a backup archive', () => {
  test('accepts a valid one', async () => {
    const taken: string[] = []
    const bytes = zstdCompressSync(tarOf([...sound, manifestOf(sound)]))
    const manifest = await readBackup(inPieces(bytes), async ({ name }) => void taken.push(name))
    expect(manifest.application).toBe('test')
    expect(taken).toEqual(['database.sqlite', `objects/${KEY}`])
  })

  const link = (type: string) => (header: Buffer) => {
    header.write(type, 156, 'latin1')
    header.write('/etc/passwd', 157, 'latin1')
  }
  const named = (name: string): Entry => ({ name, content: Buffer.from('evil') })
  const hostile: Readonly<Record<string, () => Buffer>> = {
    'nothing at all': () => Buffer.alloc(0),
    'only the end': () => tarOf([]),
    'no manifest': () => tarOf(sound),
    'a name that leads upwards': () => tarOf([database, named('objects/../../../etc/x'), manifestOf(sound)]),
    'an absolute name': () => tarOf([database, named('/etc/cron.d/x'), manifestOf(sound)]),
    'a name of Windows': () => tarOf([database, named('C:\\x'), manifestOf(sound)]),
    'a name that is no key': () => tarOf([database, named('objects/short.txt'), manifestOf(sound)]),
    'a symbolic link': () => tarOf([database, { ...object, as: link('2') }, manifestOf(sound)]),
    'a hard link': () => tarOf([database, { ...object, as: link('1') }, manifestOf(sound)]),
    'a folder': () => tarOf([database, { ...object, as: link('5') }, manifestOf(sound)]),
    'an extended header': () => tarOf([{ ...named('x'), as: link('x') }, ...sound, manifestOf(sound)]),
    'the same part twice': () => tarOf([database, object, object, manifestOf(sound)]),
    'two databases': () =>
      tarOf([
        database,
        { ...database, name: 'database.dump' },
        manifestOf([database, { ...database, name: 'database.dump' }]),
      ]),
    'no database': () => tarOf([object, manifestOf([object])]),
    'another database than it says': () =>
      tarOf([...sound, manifestOf(sound, { database: { form: 'dump', dialect: 'postgres' } })]),
    'a part that it does not tell of': () => tarOf([...sound, manifestOf([database])]),
    'a part less than it tells of': () => tarOf([database, manifestOf(sound)]),
    'other bytes than it tells of': () =>
      tarOf([database, { ...object, content: randomBytes(700) }, manifestOf(sound)]),
    'something behind the manifest': () => tarOf([database, manifestOf(sound), object]),
    'something behind the end': () => tarOf([...sound, manifestOf(sound)], Buffer.alloc(3 * BLOCK, 0)),
    'a manifest that is no JSON': () => tarOf([...sound, { name: 'manifest.json', content: Buffer.from('{') }]),
    'a manifest of something else': () => tarOf([...sound, manifestOf(sound, { kind: 'other' })]),
    'a schema with SQL in it': () =>
      tarOf([...sound, manifestOf(sound, { database: { form: 'sqlite', dialect: 'x', schema: '$do$; drop' } })]),
    'a manifest without sums': () => tarOf([...sound, manifestOf(sound, { parts: [{ name: 'database.sqlite' }] })]),
    'a size that is none': () =>
      tarOf([{ ...database, as: (header) => header.write('9999999999a', 124, 'latin1') }, manifestOf(sound)]),
    'a size beyond all numbers': () =>
      tarOf([{ ...database, as: (header) => header.fill(0xff, 124, 136).writeUInt8(0x80, 124) }, manifestOf(sound)]),
  }
  test.each(Object.entries(hostile))('refuses %s', async (_what, make) => {
    await expect(read(make())).rejects.toMatchObject({ code: 'validation' })
  })

  test('refuses an unknown format, and names the version that reads it', async () => {
    const newer = manifestOf(sound, { format: 2, versions: { quire: '9.0.0', node: '30' } })
    await expect(read(tarOf([...sound, newer]))).rejects.toThrow('9.0.0')
    // Unknown contents and members of the manifest.
    const strange = manifestOf(sound, { format: 2, versions: { quire: '9.0.0' }, parts: 'elsewhere', counts: null })
    await expect(read(tarOf([...sound, named('index/0001'), strange]))).rejects.toThrow('format 2')
  })

  test('refuses an archive that is truncated or changed anywhere', async () => {
    const whole = zstdCompressSync(tarOf([...sound, manifestOf(sound)]))
    for (let length = 0; length < whole.length; length += 37)
      await expect(readBackup(inPieces(whole.subarray(0, length))), `${length} bytes`).rejects.toMatchObject({
        code: 'validation',
      })
    const tar = tarOf([...sound, manifestOf(sound)])
    // Each stated value is checked; restoring ignores owner and times.
    for (const at of [3, 130, 150, 156, 300, BLOCK + 5, 2 * BLOCK + 90, 4 * BLOCK - 10]) {
      const changed = Buffer.from(tar)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      await expect(read(changed), `byte ${at}`).rejects.toMatchObject({ code: 'validation' })
    }
  })

  test('refuses an endless archive', { timeout: 240_000, tags: ['release'] }, async () => {
    const frame = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))
    async function* bomb() {
      yield zstdCompressSync(tarHeader({ name: 'database.sqlite', size: 2 ** 45 }))
      for (;;) yield frame
    }
    await expect(readBackup(bomb())).rejects.toMatchObject({ code: 'validation' })
  })
})

describe('writing a backup archive', () => {
  test('round-trips, and is the same for the same content', async () => {
    const write = async () => {
      async function* parts() {
        yield { name: database.name, content: database.content }
        yield { name: object.name, content: object.content, mimeType: 'text/plain' }
      }
      const chunks: Buffer[] = []
      const archive = archiveOf(parts(), (written) =>
        JSON.parse(manifestOf(sound, { parts: written }).content.toString()),
      )
      for await (const chunk of archive) chunks.push(chunk)
      return Buffer.concat(chunks)
    }
    const [one, two] = [await write(), await write()]
    expect(one.equals(two)).toBe(true)
    expect((await read(one)).parts).toMatchObject([{ name: 'database.sqlite' }, { mimeType: 'text/plain' }])
  })

  test('supports files of any size', () => {
    for (const size of [0, 1, 8 ** 11 - 1, 8 ** 11, 2 ** 45])
      expect(readTarHeader(tarHeader({ name: 'database.sqlite', size }))).toEqual({ name: 'database.sqlite', size })
  })
})

test('names of backups are valid on every system, sort by time, and identify the application', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day, 3))
  expect(nameOfBackup('@my/Site: A', at(17), false)).toBe('my-site-a-20261117T030000000Z.tar.zst')
  const own = [15, 16, 17].map((day) => nameOfBackup('site', at(day), day === 16))
  const others = [nameOfBackup('site-2', at(1), false), 'site.tar.zst', 'site-notes.tar.zst', 'README']
  expect(outdated([...others, ...own.toReversed()], 'site', 2)).toEqual([own[0]])
  expect(outdated(own, 'site', 5)).toEqual([])
})
