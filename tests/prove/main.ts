// `npm run prove`: tests the claims of Quire with real processes and databases, and reports the results.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from '../setup/install-packages.ts'
import { startPostgresServer } from '../setup/postgres-server.ts'
import { parseCommandLine, type ProveOptions, USAGE } from './command-line.ts'
import { prove } from './prove.ts'
import { chart } from './report/chart.ts'
import { markdownReport } from './report/markdown.ts'
import { Tally } from './tally.ts'

const options = readOptions()
if (options === 'help') process.stdout.write(`${USAGE}\n`)
else process.exitCode = await run(options)

function readOptions(): ProveOptions | 'help' {
  try {
    return parseCommandLine(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`)
    process.exit(2)
  }
}

async function run({ claims, minutes, seed, report }: ProveOptions): Promise<number> {
  const began = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'quire-prove-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  say('building the packages')
  const installation = installPackages(folder)
  const postgres = await startPostgresServer()
  const write = (tallies: readonly Tally[]) => {
    const text = markdownReport({ tallies, seed, milliseconds: performance.now() - began, date: new Date() })
    if (report !== undefined) {
      mkdirSync(report, { recursive: true })
      writeFileSync(join(report, 'report.md'), `${text.trimEnd()}\n`)
      writeFileSync(join(report, 'report.svg'), chart(tallies))
    }
    return text
  }
  try {
    const tallies = await prove({
      claims,
      surroundings: { folder, installation, postgresUrl: postgres.url, postgres },
      seed,
      size: 'usual',
      time: minutes === undefined ? undefined : minutes * 60_000,
      onRound: (claim, dialect, all) => {
        const { rounds, found, seed: own } = all.find((tally) => tally.claim === claim.name) ?? new Tally(claim.name)
        say(`${claim.name} on ${dialect}: round ${rounds}, ${found} found, seed ${own}`)
        // An interrupted run still writes its report.
        write(all)
      },
    })
    process.stdout.write(`${write(tallies)}\n`)
    return tallies.some(({ found }) => found > 0) ? 1 : 0
  } finally {
    await postgres.stop()
  }
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
}
