// `npm run bench`: how much of what this machine can do at all is left once Quire is in between.
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchOptions, parseCommandLine, USAGE } from './command-line.ts'
import { contendersOn } from './contenders/index.ts'
import { POSTGRES_URL } from './contenders/postgres-database.ts'
import { measureScenario, startServer, type Surroundings } from './measure-scenario.ts'
import { pinToCores } from './processes/core-pinning.ts'
import { profileTable } from './report/profile-report.ts'
import { doubts, resultsTable, type ScenarioResult } from './report/scenario-report.ts'

/** Beside the sources and not in the system's folder for temporary files, which may be memory, where a commit costs nothing. */
const DATA = fileURLToPath(new URL('../data/', import.meta.url))

const options = readOptions()
if (options === 'help') console.log(USAGE)
else await run(options)

function readOptions(): BenchOptions | 'help' {
  try {
    return parseCommandLine(process.argv.slice(2))
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

async function run(chosen: BenchOptions): Promise<never> {
  await mkdir(chosen.profile ? join(DATA, 'profiles') : DATA, { recursive: true })
  const folder = await mkdtemp(join(DATA, 'run-'))
  // However this ends. The processes that still work there end with this one.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  try {
    await measureAndReport(chosen, folder)
    process.exit()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function measureAndReport(chosen: BenchOptions, folder: string): Promise<void> {
  if (chosen.postgres !== undefined) process.env[POSTGRES_URL] = chosen.postgres
  const surroundings: Surroundings = {
    pinning: pinToCores(),
    folder,
    contenders: contendersOn[chosen.postgres === undefined ? 'sqlite' : 'postgres'],
  }
  console.log(`Node ${process.version} on ${process.platform} ${process.arch}; ${surroundings.pinning.note}.`)
  await seedAll(surroundings)
  const results: ScenarioResult[] = []
  for (const scenario of chosen.scenarios) {
    console.log(`${scenario.name}: ${chosen.rounds} rounds of ${chosen.seconds} s each`)
    results.push({ scenario, measurements: await measureScenario(scenario, chosen, surroundings) })
  }
  console.log(`\n${resultsTable(results)}`)
  for (const doubt of doubts(results)) console.log(`Doubtful: ${doubt}`)
  for (const { profile } of results.flatMap(({ measurements }) => measurements)) {
    if (profile) console.log(`\n${relative(process.cwd(), profile)}\n${await profileTable(profile)}`)
  }
}

/** Once for all scenarios, which work on copies. */
async function seedAll({ contenders, pinning, folder }: Surroundings): Promise<void> {
  for (const contender of contenders) {
    const own = join(folder, 'seeded', contender)
    await mkdir(own, { recursive: true })
    const server = await startServer(contender, pinning)
    try {
      await server.ask({ kind: 'seed', folder: own })
    } finally {
      await server.stop()
    }
  }
}
