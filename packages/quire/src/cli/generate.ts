import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describeApplication } from '../describe-application.ts'
import { generateTypes } from '../generated-types/generate-types.ts'
import { CommandFailure } from './command-failure.ts'
import type { Generated, GenerateOptions } from './command-line.ts'
import { type Application, loadApplication } from './load-application.ts'

const MAKERS: Readonly<Record<Generated, (application: Application) => Promise<string>>> = {
  openapi: async ({ config, folder }) => `${JSON.stringify(await describeApplication(config, folder), null, 2)}\n`,
  types: ({ config, folder }) => generateTypes(config, folder),
}

export async function generate(what: Generated, { config, out }: GenerateOptions): Promise<void> {
  const text = await MAKERS[what](await loadApplication(config))
  if (out === undefined) print(text)
  else write(out, text)
}

/** A reader such as `head` may close the pipe early: that is a success. */
function print(text: string): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))
  process.stdout.write(text)
}

function write(out: string, text: string): void {
  try {
    mkdirSync(dirname(resolve(out)), { recursive: true })
    writeFileSync(out, text)
  } catch (error) {
    throw new CommandFailure(`${out} cannot be written: ${(error as Error).message}. Check the path after --out.`)
  }
}
