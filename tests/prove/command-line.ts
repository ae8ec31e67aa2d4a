import { parseArgs } from 'node:util'
import type { Claim } from './claim.ts'
import { CLAIMS } from './claims/index.ts'

export interface ProveOptions {
  readonly claims: readonly Claim[]
  /** Duration. Without it, each claim is tested once on each database. */
  readonly minutes: number | undefined
  readonly seed: number
  readonly report: string | undefined
}

const NAMES = CLAIMS.map(({ name }) => name).join(', ')

export const USAGE = `Usage: npm run prove -- [options]

  --minutes N      go on for so long, in random order (without it: each claim once on each database)
  --only NAME      only this, may be repeated (${NAMES})
  --seed N         repeat what was tried, as far as processes repeat themselves
  --report FOLDER  write report.md and report.svg there`

/** Throws errors with readable messages. */
export function parseCommandLine(args: readonly string[]): ProveOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
      report: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    claims: values.only === undefined ? CLAIMS : values.only.map(claimNamed),
    minutes: values.minutes === undefined ? undefined : positive('--minutes', values.minutes),
    seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : positive('--seed', values.seed),
    report: values.report,
  }
}

function claimNamed(name: string): Claim {
  const found = CLAIMS.find((claim) => claim.name === name)
  if (!found) throw new Error(`There is no claim "${name}". There are: ${NAMES}.`)
  return found
}

function positive(flag: string, given: string): number {
  const value = Number(given)
  if (!(value > 0)) throw new Error(`${flag} must be a number above 0.`)
  return value
}
