import type { Contest } from '../contests/contest.ts'
import type { Measurement, Round } from '../measure-contest.ts'
import { median, range } from './median.ts'
import { tableText } from './table.ts'

/** Above this share, the generator was the bottleneck. */
const GENERATOR_TOO_BUSY = 0.95
/** Above this share, throughput says little about the server; its CPU time still does. */
const WAITED_TOO_LONG = 0.1

export interface ContestResult {
  readonly contest: Contest
  readonly measurements: readonly Measurement[]
}

const HEAD = [
  'contest',
  'who',
  'req/s',
  'ratio',
  'lowest–highest',
  'cpu µs',
  'by cpu',
  'lowest–highest',
  'aim',
  'p50 ms',
  'p99 ms',
  'MB',
]

/** A row per contest and entrant, with medians of the rounds. */
export function contestsTable(results: readonly ContestResult[]): string {
  return tableText(HEAD, results.flatMap(rowsOf), 2)
}

export function doubts(results: readonly ContestResult[]): string[] {
  return results.flatMap(({ contest: { name }, measurements }) =>
    measurements.flatMap((measurement) => doubtsAbout(measurement).map((doubt) => `${name}: ${doubt}`)),
  )
}

function doubtsAbout({ entrant: { name, env }, rounds, waited, logged }: Measurement): string[] {
  const found: string[] = []
  if (median(rounds.map((round) => round.generatorBusy)) > GENERATOR_TOO_BUSY)
    found.push(`the load generator, not ${name}, may have been the limit.`)
  if (waited > WAITED_TOO_LONG)
    found.push(`other programs took the core from ${name} for ${Math.round(waited * 100)} % of the time.`)
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0)
  if (env?.['LOG_LEVEL'] === 'warn' && logged > requests) found.push(`${name} has logged its requests all the same.`)
  return found
}

function rowsOf({ contest, measurements }: ContestResult): string[][] {
  const first = measurements[0]
  return measurements.map((measurement, index) => {
    const { entrant, rounds, memory } = measurement
    const beside = index > 0 ? first : undefined
    const ratios = beside && ratiosOf(measurement, beside, ({ requestsPerSecond }) => requestsPerSecond)
    const byCpu = beside && ratiosOf(beside, measurement, ({ cpuSecondsPerRequest }) => cpuSecondsPerRequest)
    return [
      index === 0 ? contest.name : '',
      entrant.name,
      Math.round(median(rounds.map((round) => round.requestsPerSecond))).toLocaleString('en'),
      ...ratioCells(ratios),
      (median(rounds.map((round) => round.cpuSecondsPerRequest)) * 1e6).toFixed(0),
      ...ratioCells(byCpu),
      beside && ratios && byCpu ? verdictOf(contest.aim, [beside, measurement], ratios, byCpu) : '',
      median(rounds.map((round) => round.p50)).toFixed(2),
      median(rounds.map((round) => round.p99)).toFixed(2),
      (memory / 1024 / 1024).toFixed(0),
    ]
  })
}

/** Compares rounds that were beside each other, so that a slow moment of the machine affects both. */
function ratiosOf(one: Measurement, other: Measurement, value: (round: Round) => number): number[] {
  return one.rounds.map((round, index) => {
    const beside = other.rounds[index]
    return beside ? value(round) / value(beside) : Number.NaN
  })
}

function ratioCells(ratios: readonly number[] | undefined): [middle: string, ends: string] {
  return ratios ? [median(ratios).toFixed(2), range(ratios, 2)] : ['', '']
}

/** Judges by throughput, or by CPU time if throughput is doubtful. */
function verdictOf(
  aim: number,
  both: readonly Measurement[],
  ratios: readonly number[],
  byCpu: readonly number[],
): string {
  const isDoubtful = both.some((one) => doubtsAbout(one).length > 0)
  const verdict = median(isDoubtful ? byCpu : ratios) >= aim ? '✓' : '✗'
  return `${aim} ${verdict}${isDoubtful ? ' by cpu' : ''}`
}
