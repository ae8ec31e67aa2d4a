import { parseArgs } from 'node:util'
import type { DatabaseName } from './contenders/index.ts'
import type { Contest } from './contests/contest.ts'
import { contestsOn, growthOn } from './contests/index.ts'

/** Start time and memory of the servers, besides the contests. */
const START = 'start'
/** Latency of reads beside hostile queries. Only on request, because its documents take a while to write. */
const HOSTILE = 'hostile'
/** Throughput of uploads, and latency of reads beside them. Only on request: it writes a gigabyte. */
const UPLOADS = 'uploads'
const DEEP = 'deep'
const HISTORY = 'history'
/** Throughput of bulk writes and searches. Only on request, because it writes 200,000 documents. */
const PROGRAMS = 'programs'
/** Memory during an hour of the mixed workload. Only on request, because of the hour. */
const MEMORY = 'memory'

const MEASURED: readonly string[] = [START, DEEP, HISTORY, HOSTILE, UPLOADS, PROGRAMS, MEMORY]

export interface BenchOptions {
  readonly database: DatabaseName
  readonly contests: readonly Contest[]
  readonly start: boolean
  readonly hostile: boolean
  readonly uploads: boolean
  readonly deep: boolean
  readonly history: boolean
  readonly programs: boolean
  readonly memory: boolean
  /** Whether to measure only other engines at the same work. */
  readonly peers: boolean
  readonly onlyPeers: readonly string[] | undefined
  /** Only checks that everything runs. */
  readonly isQuick: boolean
  readonly seconds: number
  readonly rounds: number
  readonly warmUpSeconds: number
  /** The warm-up repeats until it has made this many requests. */
  readonly warmUpRequests: number
  /** Folder for CPU profiles of the servers; undefined for none. */
  readonly profile: string | undefined
  /** URL of a PostgreSQL server on which databases may be created; without it, measures SQLite. */
  readonly postgres: string | undefined
}

const NAMES = contestsOn.sqlite.map(({ name }) => name)
const GROWTH_NAMES = [...new Set(Object.values(growthOn).flatMap((contests) => contests.map(({ name }) => name)))]

export const USAGE = `Usage: npm run bench -- [options]

  --only NAME      only this, may be repeated (${[...MEASURED, ...NAMES, ...GROWTH_NAMES].join(', ')})
  --peers          Quire beside PocketBase, Payload, Directus and Strapi, which it installs, and nothing else
                   (with --only NAME, beside these alone)
  --growth         also first pages of 10,000 to 1,000,000 documents, which take minutes to write
  --seconds N      length of a round (0.5)
  --rounds N       rounds of each server, in turns (15)
  --quick          3 rounds of half a second: whether it runs, not how fast
  --postgres URL   on this PostgreSQL server instead of SQLite
  --profile        also where each server's time goes, which costs some of it`

export function parseCommandLine(args: readonly string[], profiles: string): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      growth: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      postgres: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const { quick, profile, growth, only: chosen, postgres, peers } = values
  if (peers && postgres !== undefined) throw new Error('--peers is for SQLite.')
  const only = peers ? [] : chosen
  const database = postgres === undefined ? 'sqlite' : 'postgres'
  const usual = [...contestsOn[database], ...(growth ? growthOn[database] : [])]
  return {
    database,
    contests: only === undefined ? usual : contestsNamed(only, database),
    start: only === undefined || only.includes(START),
    hostile: only?.includes(HOSTILE) ?? false,
    uploads: only?.includes(UPLOADS) ?? false,
    deep: only === undefined || only.includes(DEEP),
    history: only === undefined || only.includes(HISTORY),
    programs: only?.includes(PROGRAMS) ?? false,
    memory: only?.includes(MEMORY) ?? false,
    peers,
    onlyPeers: chosen,
    isQuick: quick,
    seconds: positive('--seconds', values.seconds, 0.5),
    rounds: Math.ceil(positive('--rounds', values.rounds, quick ? 3 : 15)),
    warmUpSeconds: quick ? 0.5 : 2,
    warmUpRequests: quick ? 0 : 15_000,
    profile: profile ? profiles : undefined,
    postgres,
  }
}

function contestsNamed(names: readonly string[], database: DatabaseName): Contest[] {
  const all = [...contestsOn[database], ...growthOn[database]]
  return names.flatMap((name) => {
    const found = all.find((contest) => contest.name === name)
    if (found) return found
    if (MEASURED.includes(name)) return []
    throw new Error(
      `There is no contest "${name}". There are: ${[...MEASURED, ...all.map((one) => one.name)].join(', ')}.`,
    )
  })
}

function positive(flag: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise
  const value = Number(given)
  if (!(value > 0 && value <= 3600)) throw new Error(`${flag} must be a number from 0 to 3600.`)
  return value
}
