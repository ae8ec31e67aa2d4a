import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

/** Runs a package's tool on the Node of the tests, without telemetry. */
export async function runTool(cwd: string, name: string, path: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const command = [join(packageOf(name), path), ...args]
  const { stdout } = await run(process.execPath, command, { cwd, env, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

/** Folder of a package whose `exports` are restricted. */
function packageOf(name: string): string {
  const found = require.resolve.paths(name)?.map((at) => join(at, name, 'package.json'))
  for (const file of found ?? []) {
    try {
      return dirname(require.resolve(file))
    } catch {
      continue
    }
  }
  throw new Error(`There is no ${name}.`)
}
