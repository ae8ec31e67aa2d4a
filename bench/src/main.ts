// `npm run bench`: compares what users run with the least work that gives the same responses on this machine.
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EVENTS } from './application/quire.config.ts'
import { type BenchOptions, parseCommandLine, USAGE } from './command-line.ts'
import { type ContenderName, contendersOn } from './contenders/index.ts'
import { POSTGRES_URL } from './contenders/postgres-database.ts'
import { installQuire } from './contenders/quire-installation.ts'
import { measureDeep } from './deep/measure-deep.ts'
import { measureHostile } from './hostile/measure-hostile.ts'
import { measureContest } from './measure-contest.ts'
import { historyLine, measureHistory } from './measure-history.ts'
import { measureMemory, memoryLine } from './measure-memory.ts'
import { measurePrograms, programsLines } from './measure-programs.ts'
import { measureStart } from './measure-start.ts'
import { measurePeers } from './peers/measure-peers.ts'
import { pinToCores } from './processes/core-pinning.ts'
import { type ContestResult, contestsTable, doubts } from './report/contest-report.ts'
import { deepTable } from './report/deep-report.ts'
import { hostileTables } from './report/hostile-report.ts'
import { peersChart, peersTable } from './report/peers-report.ts'
import { profileTable } from './report/profile-report.ts'
import { startTable } from './report/start-report.ts'
import { uploadsTables } from './report/uploads-report.ts'
import type { Surroundings } from './surroundings.ts'
import { measureUploads } from './uploads/measure-uploads.ts'

/** Not in the system's temporary folder, which may be in memory, where a commit costs nothing. */
const DATA = fileURLToPath(new URL('../data/', import.meta.url))
const PROFILES = join(DATA, 'profiles')
const SERVERS: readonly ContenderName[] = ['floor', 'quire']

const options = readOptions()
if (options === 'help') console.log(USAGE)
else await run(options)

function readOptions(): BenchOptions | 'help' {
  try {
    return parseCommandLine(process.argv.slice(2), PROFILES)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

async function run(chosen: BenchOptions): Promise<never> {
  await mkdir(DATA, { recursive: true })
  const folder = await mkdtemp(join(DATA, 'run-'))
  // Runs at every exit. Processes that still use the folder end with this one.
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
  if (chosen.profile !== undefined) await rm(chosen.profile, { recursive: true, force: true })
  const surroundings: Surroundings = { pinning: pinToCores(), folder, contenders: contendersOn[chosen.database] }
  console.log(`Node ${process.version} on ${process.platform} ${process.arch}; ${surroundings.pinning.note}.`)
  console.log('building, installing and writing what is read later')
  installQuire(folder)
  if (chosen.peers) {
    await reportPeers(chosen, surroundings)
    return
  }
  if (chosen.start || chosen.memory || chosen.contests.length > 0) await seedAll(chosen, surroundings)
  if (chosen.start) {
    console.log(`start: ${chosen.rounds} starts of each server`)
    const starts = []
    for (const server of SERVERS) starts.push(await measureStart(server, chosen, surroundings))
    console.log(`\n${startTable(starts)}\n`)
  }
  if (chosen.hostile) {
    console.log(`hostile: ${chosen.rounds * chosen.seconds} s beside each query`)
    console.log(`\n${hostileTables(await measureHostile(chosen, folder))}\n`)
  }
  if (chosen.uploads) {
    console.log('uploads: a large file, and then many pictures')
    console.log(`\n${uploadsTables(await measureUploads(chosen, folder))}\n`)
  }
  if (chosen.deep) {
    console.log(`deep: ${chosen.rounds * chosen.seconds} s of each query`)
    console.log(`\n${deepTable(await measureDeep(chosen, surroundings))}\n`)
  }
  if (chosen.history) console.log(`${historyLine(await measureHistory(surroundings))}\n`)
  if (chosen.programs) console.log(`${programsLines(await measurePrograms(surroundings, chosen.database))}\n`)
  if (chosen.memory) console.log(`${memoryLine(await measureMemory(chosen.isQuick, surroundings))}\n`)
  const results: ContestResult[] = []
  for (const contest of chosen.contests) {
    console.log(`${contest.name}: ${chosen.rounds} rounds of ${chosen.seconds} s each`)
    results.push({ contest, measurements: await measureContest(contest, chosen, surroundings) })
  }
  if (results.length > 0) console.log(`\n${contestsTable(results)}`)
  for (const doubt of doubts(results)) console.log(`Doubtful: ${doubt}`)
  if (chosen.profile !== undefined) await reportProfiles(chosen.profile)
}

/** Prints the table, and writes the chart to a file for a page. */
async function reportPeers(chosen: BenchOptions, surroundings: Surroundings): Promise<void> {
  const result = await measurePeers(chosen, surroundings)
  const chart = join(DATA, 'peers.svg')
  await writeFile(chart, peersChart(result))
  console.log(`\n${peersTable(result)}\n\nThe chart is in ${relative(process.cwd(), chart)}.`)
}

/** Seeds once for all contests, which work on copies. */
async function seedAll({ contests }: BenchOptions, { contenders, folder }: Surroundings): Promise<void> {
  const events = contests.map(({ name }) => name).filter((name) => name in EVENTS)
  for (const server of SERVERS) {
    const own = join(folder, 'seeded', server)
    await mkdir(own, { recursive: true })
    await contenders[server].seed(own, { events })
  }
}

async function reportProfiles(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).toSorted()) {
    const file = join(folder, name)
    console.log(`\n${relative(process.cwd(), file)}\n${await profileTable(file)}`)
  }
}
