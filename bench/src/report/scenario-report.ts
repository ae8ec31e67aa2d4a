import type { Measurement } from '../measure-scenario.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { tableText } from './table.ts'

/** The generator cannot have measured anything but itself when it had no time left. */
const GENERATOR_TOO_BUSY = 0.95
/** Throughput is no longer that of the server; `cpu µs` still is. */
const WAITED_TOO_LONG = 0.1

export interface ScenarioResult {
  readonly scenario: Scenario
  readonly measurements: readonly Measurement[]
}

const HEAD = ['scenario', 'server', 'req/s', 'of floor', 'lowest', 'highest', 'aim', 'p50 ms', 'p99 ms', 'cpu µs', 'MB']

/** A row for each scenario and server: medians of the rounds. */
export function resultsTable(results: readonly ScenarioResult[]): string {
  return tableText(HEAD, results.flatMap(rowsOf), 2)
}

/** What makes figures doubtful, as sentences. */
export function doubts(results: readonly ScenarioResult[]): string[] {
  return results.flatMap(({ scenario: { name }, measurements }) =>
    measurements.flatMap(({ contender, rounds, waited }) => {
      const found: string[] = []
      if (median(rounds.map((round) => round.generatorBusy)) > GENERATOR_TOO_BUSY)
        found.push(`${name}: the load generator, not ${contender}, may have been the limit.`)
      if (waited > WAITED_TOO_LONG)
        found.push(
          `${name}: other programs took the core from ${contender} for ${Math.round(waited * 100)} % of the time.`,
        )
      return found
    }),
  )
}

function rowsOf({ scenario, measurements }: ScenarioResult): string[][] {
  const floor = measurements[0]
  return measurements.map((measurement, index) => {
    const { contender, rounds, memory, cpuSecondsPerRequest } = measurement
    return [
      index === 0 ? scenario.name : '',
      contender,
      Math.round(median(rounds.map((round) => round.requestsPerSecond))).toLocaleString('en'),
      ...(floor && measurement !== floor ? ratioCells(floor, measurement, scenario.aim) : ['', '', '', '']),
      median(rounds.map((round) => round.p50)).toFixed(2),
      median(rounds.map((round) => round.p99)).toFixed(2),
      (cpuSecondsPerRequest * 1e6).toFixed(0),
      String(Math.round(memory / 1024 / 1024)),
    ]
  })
}

/** Each round is held against the floor's round beside it, so that a slow moment of the machine slows both. */
function ratioCells(floor: Measurement, measurement: Measurement, aim: number): string[] {
  const ratios = measurement.rounds.map(
    (round, index) => round.requestsPerSecond / (floor.rounds[index]?.requestsPerSecond ?? Number.NaN),
  )
  const ratio = median(ratios)
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)].map((value) => value.toFixed(2))
  return [ratio.toFixed(2), lowest ?? '', highest ?? '', `${aim} ${ratio >= aim ? '✓' : '✗'}`]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}
