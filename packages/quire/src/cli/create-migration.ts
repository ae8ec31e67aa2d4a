import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { CommandFailure } from './command-failure.ts'
import type { CommonOptions } from './given-options.ts'
import { findConfigFile } from './config-file.ts'
import { MIGRATIONS_FOLDER } from './migration-files.ts'

/** `quire migrate create NAME`: writes an empty data migration and prints its path. */
export async function createMigration(given: string, options: CommonOptions): Promise<void> {
  const config = findConfigFile(options.config)
  const ending = extname(config)
  const name = `${timestamp(new Date())}-${asFileName(given)}${ending}`
  const folder = join(dirname(config), MIGRATIONS_FOLDER)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  const text = ending === '.ts' ? typedTemplate(basename(config)) : plainTemplate
  writeFileSync(file, text, { flag: 'wx' })
  process.stdout.write(`${relative(process.cwd(), file)}\n`)
}

/** `Add tags` becomes `add-tags`. */
function asFileName(given: string): string {
  const name = given
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 100) return name
  throw new CommandFailure(
    `'${given}' cannot be the name of a migration. Use letters, digits and hyphens, as in add-tags.`,
  )
}

/** UTC, so that names written in different places sort by time: `20260131-235959`. */
function timestamp(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}

const typedTemplate = (config: string) => `import type { MigrationArguments } from 'quirecms'
import type config from '../${config}'

/** Runs once, in one transaction: if it throws, nothing of it stays. \`local\` acts as the system. */
export async function up({ local }: MigrationArguments<typeof config>): Promise<void> {
  // const { docs } = await local.collections.posts.find({ limit: 100 })
  // for (const post of docs) await local.collections.posts.update(post.id, { title: post.title.trim() })
}
`

const plainTemplate = `/**
 * Runs once, in one transaction: if it throws, nothing of it stays. \`local\` acts as the system.
 *
 * @param {import('quirecms').MigrationArguments} args
 */
export async function up({ local }) {
  // const { docs } = await local.collections.posts.find({ limit: 100 })
  // for (const post of docs) await local.collections.posts.update(post.id, { title: post.title.trim() })
}
`
