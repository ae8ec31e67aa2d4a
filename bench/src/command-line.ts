import { parseArgs } from 'node:util'
import { onEitherDatabase, scenarioNamed, scenarios } from './scenarios/index.ts'
import type { Scenario } from './scenarios/scenario.ts'

export interface BenchOptions {
  readonly scenarios: readonly Scenario[]
  /** Of one round. */
  readonly seconds: number
  readonly rounds: number
  readonly warmUpSeconds: number
  /** Whether to write a CPU profile of each server and to say where its time went. */
  readonly profile: boolean
  /** The URL of a PostgreSQL server on which databases may be made; SQLite without it. */
  readonly postgres: string | undefined
}

export const USAGE = `Usage: npm run bench -- [options]

  --scenario NAME  only this one, may be repeated (${scenarios.map(({ name }) => name).join(', ')})
  --seconds N      length of a round (1.5)
  --rounds N       rounds of each server and scenario, in turns (5)
  --quick          3 rounds of half a second: whether it runs, not how fast
  --postgres URL   on this PostgreSQL server instead of SQLite: what is related and what is many
  --profile        also where each server's time goes, which costs some of it`

/** Throws an error with a sentence for people. */
export function parseCommandLine(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenario: { type: 'string', multiple: true },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      postgres: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const { quick, profile } = values
  return {
    scenarios: values.scenario?.map(scenarioNamed) ?? (values.postgres === undefined ? scenarios : onEitherDatabase),
    seconds: positive('--seconds', values.seconds, quick ? 0.5 : 1.5),
    rounds: Math.ceil(positive('--rounds', values.rounds, quick ? 3 : 5)),
    warmUpSeconds: quick ? 0.5 : 1.5,
    profile,
    postgres: values.postgres,
  }
}

function positive(flag: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise
  const value = Number(given)
  if (!(value > 0 && value <= 3600)) throw new Error(`${flag} must be a number from 0 to 3600.`)
  return value
}
