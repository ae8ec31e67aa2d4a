import type { Contest } from '../contests/contest.ts'
import type { Measurement } from '../measure-contest.ts'
import { median, range } from './median.ts'
import { tableText } from './table.ts'

/** Above this share, the generator was the bottleneck. */
const GENERATOR_TOO_BUSY = 0.95
/** Above this share, throughput says little about the server; `cpu µs` still does. */
const WAITED_TOO_LONG = 0.1

export interface ContestResult {
  readonly contest: Contest
  readonly measurements: readonly Measurement[]
}

const HEAD = ['contest', 'who', 'req/s', 'ratio', 'lowest–highest', 'aim', 'p50 ms', 'p99 ms', 'cpu µs', 'by cpu', 'MB']

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
    const { entrant, rounds, memory, cpuSecondsPerRequest } = measurement
    return [
      index === 0 ? contest.name : '',
      entrant.name,
      Math.round(median(rounds.map((round) => round.requestsPerSecond))).toLocaleString('en'),
      ...(first && index > 0 ? ratioCells(first, measurement, contest.aim) : ['', '', '']),
      median(rounds.map((round) => round.p50)).toFixed(2),
      median(rounds.map((round) => round.p99)).toFixed(2),
      (cpuSecondsPerRequest * 1e6).toFixed(0),
      first && index > 0 ? (first.cpuSecondsPerRequest / cpuSecondsPerRequest).toFixed(2) : '',
      (memory / 1024 / 1024).toFixed(0),
    ]
  })
}

/** Compares each round with the first entrant's round beside it, so that a slow moment of the machine affects both. */
function ratioCells(first: Measurement, measurement: Measurement, aim: number): string[] {
  const ratios = measurement.rounds.map(
    (round, index) => round.requestsPerSecond / (first.rounds[index]?.requestsPerSecond ?? Number.NaN),
  )
  const ratio = median(ratios)
  const isDoubtful = [first, measurement].some((one) => doubtsAbout(one).length > 0)
  const verdict = isDoubtful ? '?' : ratio >= aim ? '✓' : '✗'
  return [ratio.toFixed(2), range(ratios, 2), `${aim} ${verdict}`]
}
