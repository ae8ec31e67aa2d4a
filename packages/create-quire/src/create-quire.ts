#!/usr/bin/env node
// `npm create quirecms@latest`. It runs on the Node that people have, and so uses nothing that Node 20 does not know.
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { createApplication } from './create-application.ts'
import { HELP, readCommandLine } from './command-line.ts'
import { askFor } from './questions.ts'

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
  const path = createApplication({ folder, starter, packages: given.packages })
  const place = relative(process.cwd(), path) || '.'
  process.stdout.write(`Made ${place} from the starter "${starter}".\n`)
  if (given.install && !npm(path, ['install', '--no-audit', '--no-fund']))
    throw new Error(`The packages could not be installed. Mend what npm says, and run: cd ${place} && npm install`)
  const start = given.start ?? isTerminal
  if (given.install && start) {
    process.stdout.write('Starting it. Press Ctrl-C to stop; `npm run dev` starts it again.\n')
    npm(path, ['run', 'dev'])
  } else {
    const steps = [`cd ${place}`, ...(given.install ? [] : ['npm install']), 'npm run dev']
    process.stdout.write(`Next:\n${steps.map((step) => `  ${step}\n`).join('')}`)
  }
}

function npm(cwd: string, args: readonly string[]): boolean {
  // Where npm started us, it says where it is; on Windows, `npm` alone is not a program.
  const own = process.env['npm_execpath']
  const [program, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  const { status, error } = spawnSync(program, [...first, ...args], { cwd, stdio: 'inherit' })
  if (error) throw new Error(`npm could not be started: ${error.message}`)
  return status === 0
}
