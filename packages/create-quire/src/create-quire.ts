#!/usr/bin/env node
// `npm create quirecms@latest`. Runs on the user's Node, so it uses only what Node 20 has.
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { createApplication } from './create-application.ts'
import { HELP, readCommandLine } from './command-line.ts'
import { askFor } from './questions.ts'

const UNPUBLISHED = `The packages of Quire are not on the npm registry yet (404), so nothing was made. Make them in a clone of Quire, and name their folder:
  npm run pack -- ../quire-packages
  npm exec --yes --package=../quire-packages/create-quirecms-0.1.0.tgz -- create-quirecms my-app --packages ../quire-packages`

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function main(args: readonly string[]): Promise<void> {
  const given = readCommandLine(args)
  if (given.help) {
    process.stdout.write(HELP)
    return
  }
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  const { folder, starter } = isTerminal
    ? await askFor(given)
    : { folder: given.folder, starter: given.starter ?? 'blank' }
  if (folder === undefined) throw new Error(`Name the folder: npm create quirecms@latest my-app\n\n${HELP}`)
  const { path, remove } = createApplication({ folder, starter, packages: given.packages })
  const place = relative(process.cwd(), path) || '.'
  process.stdout.write(`Made ${place} from the starter "${starter}".\n`)
  if (given.install) install(path, remove, given.packages === undefined)
  const start = given.start ?? isTerminal
  if (given.install && start) {
    process.stdout.write('Starting it. Press Ctrl-C to stop; `npm run dev` starts it again.\n')
    npm(path, ['run', 'dev'])
  } else {
    const steps = [`cd ${place}`, ...(given.install ? [] : ['npm install']), 'npm run dev']
    process.stdout.write(`Next:\n${steps.map((step) => `  ${step}\n`).join('')}`)
  }
}

/** Installs the packages, or removes everything if that fails, also after Ctrl-C, which npm receives as well. */
function install(path: string, remove: () => void, isFromRegistry: boolean): void {
  const stay = () => {}
  process.on('SIGINT', stay)
  let isInstalled = false
  try {
    isInstalled = npm(path, ['install', '--no-audit', '--no-fund'])
  } finally {
    if (!isInstalled) remove()
    process.off('SIGINT', stay)
  }
  if (isInstalled) return
  if (isFromRegistry && isUnpublished()) throw new Error(UNPUBLISHED)
  throw new Error('The packages could not be installed. The folder was removed. Fix what npm reports, and try again.')
}

/** npm has printed the error already. This asks again, in a format that a program can read. */
function isUnpublished(): boolean {
  const { program, first } = npmProgram()
  const { stdout, stderr } = spawnSync(program, [...first, 'view', 'quirecms', 'version', '--json'], {
    encoding: 'utf8',
  })
  // npm versions differ in the stream they write this to.
  return `${stdout}${stderr}`.includes('E404')
}

/** Prefers the npm that started this program. On Windows, `npm` alone cannot be spawned. */
function npmProgram(): { readonly program: string; readonly first: readonly string[] } {
  const own = process.env['npm_execpath']
  return own?.endsWith('.js') ? { program: process.execPath, first: [own] } : { program: 'npm', first: [] }
}

function npm(cwd: string, args: readonly string[]): boolean {
  const { program, first } = npmProgram()
  const { status, error } = spawnSync(program, [...first, ...args], { cwd, stdio: 'inherit' })
  if (error) throw new Error(`npm could not be started: ${error.message}`)
  return status === 0
}
