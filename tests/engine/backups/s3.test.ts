import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { s3 } from '@quirecms/s3'
import { createTestApp, createTestDatabase } from '@quirecms/testkit'
import { defineConfig } from 'quirecms'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openPlace, openSource } from '../../../packages/quire/src/backups/open-place.ts'
import { restoreTarget } from '../../../packages/quire/src/backups/restore/target.ts'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'
import { freePort } from '../../setup/free-port.ts'
import { serveS3 } from '../../setup/s3-server.ts'
import { backUp, libraryIn, lookInto, restore, testFolder } from './library.ts'

const PORT = await freePort()
const ENDPOINT = `http://127.0.0.1:${PORT}`
let endS3: () => Promise<void>

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  endS3 = await serveS3(PORT, ['files', 'copies', 'backups'])
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await endS3()
})

function bucket(name: string) {
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return s3({
    bucket: name,
    prefix: 'media/',
    region: 'us-east-1',
    endpoint: ENDPOINT,
    forcePathStyle: true,
    credentials,
  })
}

test('backups are written to S3 and restored from it, also with uploads in S3', async () => {
  const root = testFolder()
  // The application has the package installed.
  await mkdir(join(root, 'node_modules/@quirecms'), { recursive: true })
  await symlink(join(import.meta.dirname, '../../../packages/s3'), join(root, 'node_modules/@quirecms/s3'))
  const config = defineConfig({ ...libraryIn(root), storage: bucket('files') })
  const library = await createTestApp(config)
  onTestFinished(() => library.close())
  const { media } = library.app.local.asSystem().collections
  await media.create({ file: { name: 'a.txt', content: Buffer.alloc(200_000, 'abc ') } })
  const runtime = runtimeOf(library.app)

  const bases = { base: root, root }
  const place = await openPlace(`s3://backups/site?endpoint=${ENDPOINT}`, bases)
  onTestFinished(() => place.close())
  const made = [1, 2, 3].map(() => () => backUp({ runtime, folder: root }, { place, keep: 2 }))
  const backups = []
  for (const make of made) backups.push(await make())
  expect(await place.list()).toEqual(backups.slice(1).map(({ where }) => where.slice('s3://backups/site/'.length)))

  const last = backups[2]
  if (!last) throw new Error('there are three')
  const source = await openSource(`${last.where}?endpoint=${ENDPOINT}`, bases)
  onTestFinished(() => source.close())
  const database = await createTestDatabase('sqlite')
  onTestFinished(() => database.remove())
  const target = restoreTarget({
    config: { ...config, storage: bucket('copies') },
    folder: root,
    migrations: [],
    database: database.config,
  })
  await restore('', target, { source })
  expect(await lookInto(target)).toMatchObject({ lines: last.lines, findings: [] })
  // A bucket with files in it is not empty.
  const other = await createTestDatabase('sqlite')
  onTestFinished(() => other.remove())
  await expect(restore('', { ...target, database: other.config }, { source })).rejects.toThrow('--to-files')
  const missing = await openSource(`s3://backups/nowhere?endpoint=${ENDPOINT}`, bases)
  await expect(restore('', target, { source: missing })).rejects.toMatchObject({ code: 'not_found' })
  await missing.close()
})

test('an invalid S3 address is refused, and so is S3 without its package', async () => {
  const bases = { base: '/', root: testFolder() }
  await expect(openPlace('s3:///nothing', bases)).rejects.toThrow('s3://BUCKET/PREFIX')
  await expect(openPlace('s3://bucket/x?secret=1', bases)).rejects.toThrow('s3://BUCKET/PREFIX')
  await expect(openPlace('s3://bucket/x', bases)).rejects.toThrow('npm install @quirecms/s3')
})
