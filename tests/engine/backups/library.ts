import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding, Runtime } from '@quirecms/core'
import { examine, exportLines } from '@quirecms/features/commands'
import { createTestApp, createTestDatabase, type Dialect, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, disk, f, global } from 'quirecms'
import { inject, onTestFinished } from 'vitest'
import { configurationHash } from '../../../packages/quire/src/backups/configuration-hash.ts'
import { type BackupRequest, makeBackup, type MadeBackup } from '../../../packages/quire/src/backups/make-backup.ts'
import { fileSource, folderPlace } from '../../../packages/quire/src/backups/places/folder-place.ts'
import { restoreBackup, type RestoreRequest } from '../../../packages/quire/src/backups/restore/restore-backup.ts'
import { openTarget, restoreTarget, type RestoreTarget } from '../../../packages/quire/src/backups/restore/target.ts'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'

/** Everything that a backup must restore: users, drafts, versions, trash, search, references, files and their sizes. */
const collections = {
  users: collection({ auth: { apiKeys: true }, fields: { name: f.text() } }),
  posts: collection({
    fields: {
      title: f.text({ localized: true }),
      slug: f.text({ unique: true }),
      cover: f.upload({ to: 'media' }),
      related: f.relationship({ to: 'posts', many: true }),
      author: f.relationship({ to: 'users' }),
    },
    versions: { drafts: true },
    trash: true,
    search: { fields: ['title'] },
  }),
  media: collection({
    upload: { quota: { total: '100mb' } },
    fields: { alt: f.text() },
    versions: { max: 3 },
    trash: true,
  }),
}

export type Library = ReturnType<typeof libraryIn>

export function libraryIn(folder: string) {
  return defineConfig({
    storage: disk(join(folder, 'files')),
    localization: { locales: ['en', 'de'], defaultLocale: 'en' },
    collections,
    globals: { settings: global({ fields: { name: f.text() }, versions: { drafts: true } }) },
  })
}

export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface OpenLibrary {
  readonly folder: string
  readonly config: Library
  readonly test: TestApp<Library>
  readonly runtime: Runtime
}

export async function openLibrary(dialect: Dialect, folder = testFolder()): Promise<OpenLibrary> {
  const config = libraryIn(folder)
  const test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
  onTestFinished(() => test.close())
  return { folder, config, test, runtime: runtimeOf(test.app) }
}

/** A backup, and an export of the same moment. */
export async function backUp(
  { runtime, folder }: Pick<OpenLibrary, 'runtime' | 'folder'>,
  more: Partial<BackupRequest> = {},
): Promise<MadeBackup & { readonly lines: readonly string[] }> {
  let lines: readonly string[] = []
  const { storage } = runtime
  const whole = storage.whole
  if (!whole) throw new Error('this storage cannot be copied')
  const watched: Runtime = {
    ...runtime,
    storage: {
      ...storage,
      whole: {
        ...whole,
        snapshot: (work) =>
          whole.snapshot(async (reader, copy) => {
            lines = await exported({ ...runtime, storage: { ...storage, reader } })
            return work(reader, copy)
          }),
      },
    },
  }
  const made = await makeBackup(watched, {
    place: folderPlace(folder, 'backups/'),
    application: 'library',
    configuration: configurationHash(runtime.manifest, []),
    dialect: 'any',
    withoutUsers: false,
    ...more,
  })
  return { ...made, lines }
}

/** Contents of an export, sorted: databases don't order all of it. */
async function exported(runtime: Runtime): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of exportLines(runtime, { secrets: true, files: true })) lines.push(line)
  return lines.slice(1).toSorted()
}

/** An empty database and folder, as the target of a restore. */
export async function newTarget(config: Library, dialect: Dialect): Promise<RestoreTarget> {
  const database = await createTestDatabase(dialect, inject('postgresUrl'))
  onTestFinished(() => database.remove())
  const files = join(testFolder(), 'files')
  return restoreTarget({ config, folder: testFolder(), migrations: [], database: database.config, files })
}

export const noKey: RestoreRequest['openers'] = {
  isExpected: false,
  privateKey: () => Promise.reject(new Error('the private key is not available')),
  passphrase: () => Promise.reject(new Error('the passphrase is not available')),
}

export function restore(
  where: string,
  target: RestoreTarget,
  more: Partial<RestoreRequest> = {},
): ReturnType<typeof restoreBackup> {
  return restoreBackup({ source: fileSource('/', where), openers: noKey, target, replace: false, ...more })
}

/** Contents of a target as an export, and findings of the doctor. */
export async function lookInto(
  target: RestoreTarget,
): Promise<{ readonly lines: readonly string[]; readonly findings: readonly Finding[] }> {
  const { app, runtime } = await openTarget(target, { migrate: false })
  try {
    const findings: Finding[] = []
    for await (const { finding } of examine(runtime, { files: true })) if (finding) findings.push(finding)
    return { lines: await exported(runtime), findings }
  } finally {
    await app.close()
  }
}
