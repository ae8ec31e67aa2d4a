import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { once } from 'node:events'
import {
  type AccessChange,
  atOneMoment,
  type JsonValue,
  QuireError,
  type Runtime,
  tellOfApplication,
} from '@quirecms/core'
import { exportLines, importLines, type ContentCount } from '@quirecms/features/commands'
import { CommandFailure } from './command-failure.ts'
import type { ExportCommandOptions, ImportCommandOptions } from './command-line.ts'
import { withApplication } from './with-application.ts'

/** `quire export`: writes content as lines of JSON to a file or standard output. */
export async function exportContent({ config, slugs, out, passwords, files }: ExportCommandOptions): Promise<void> {
  await withApplication(config, async (runtime) => {
    refuseUnknown(runtime, slugs)
    // The export is as private as the database: readable by its owner only.
    const target = out === undefined ? process.stdout : createWriteStream(out, { mode: 0o600 })
    const options = { ...(slugs.length > 0 && { slugs }), secrets: passwords, files }
    await atOneMoment(runtime, async (seen) => {
      for await (const line of exportLines(seen, options)) await write(target, line)
    })
    if (out !== undefined) {
      target.end()
      await finished(target)
    }
    const exported = slugs.length > 0 ? slugs.join(', ') : 'everything'
    await tellOfApplication(runtime, { action: 'export', changes: toldOf({ exported, passwords, files }) })
  })
}

function toldOf(details: Readonly<Record<string, JsonValue>>): AccessChange[] {
  return Object.entries(details).map(([path, to]) => ({ path, from: null, to }))
}

function refuseUnknown({ manifest }: Runtime, slugs: readonly string[]): void {
  const known = [...Object.keys(manifest.collections), ...Object.keys(manifest.globals)]
  const unknown = slugs.find((slug) => !known.includes(slug))
  if (unknown !== undefined)
    throw new CommandFailure(`'${unknown}' is neither a collection nor a global. Choose from: ${known.join(', ')}.`)
}

/** Waits for the consumer, so that only a few lines are in memory. */
async function write(target: Writable, line: string): Promise<void> {
  if (!target.write(line)) await once(target, 'drain')
}

/** `quire import`: reads lines of `quire export` from a file or standard input. */
export async function importContent({ config, file, merge }: ImportCommandOptions): Promise<void> {
  await withApplication(config, async (runtime) => {
    try {
      const input = file === undefined ? process.stdin : (await open(file)).createReadStream()
      const count = await importLines(runtime, createInterface({ input, crlfDelay: Infinity }), { merge })
      await tellOfApplication(runtime, { action: 'import', changes: toldOf({ ...count, merge }) })
      report(count)
    } catch (error) {
      throw explained(error, file)
    }
  })
}

function report({ documents, records, objects }: ContentCount): void {
  const parts = [counted(documents, 'document'), counted(records, 'record'), counted(objects, 'file')]
  process.stdout.write(`Imported ${parts[0]}, ${parts[1]} and ${parts[2]}.\n`)
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function explained(error: unknown, file: string | undefined): unknown {
  if (error instanceof QuireError && error.code !== 'internal') return new CommandFailure(error.message)
  const code = (error as { code?: unknown }).code
  return code === 'ENOENT'
    ? new CommandFailure(`There is no file ${file}. Check the path after 'quire import'.`)
    : error
}
