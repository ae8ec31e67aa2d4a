import { CLAIMS } from '../claims/index.ts'
import type { Tally } from '../tally.ts'
import { load, machine } from './machine.ts'

const whole = (value: number) => value.toLocaleString('en')

export interface ReportedRun {
  readonly tallies: readonly Tally[]
  readonly seed: number
  readonly milliseconds: number
  readonly date: Date
}

/** The results in Markdown. */
export function markdownReport({ tallies, seed, milliseconds, date }: ReportedRun): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000))
  const found = tallies.reduce((sum, tally) => sum + tally.found, 0)
  return [
    '# What was tried',
    '',
    `\`npm run prove\` on ${date.toISOString().slice(0, 10)}, for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, with the seed ${seed}: **${found === 0 ? 'nothing was found' : `${whole(found)} ${found === 1 ? 'finding' : 'findings'}`}**.`,
    '',
    `The machine: ${machine()}. The load average was ${load()}, since others worked on it too.`,
    '',
    '![What was tried](report.svg)',
    '',
    '| claim | rounds | found |',
    '|---|---|---|',
    ...tallies.map((tally) => `| ${promiseOf(tally)} | ${whole(tally.rounds)} | ${whole(tally.found)} |`),
    '',
    ...tallies.flatMap(details),
  ].join('\n')
}

function promiseOf({ claim }: Tally): string {
  return `**${claim}**: ${CLAIMS.find(({ name }) => name === claim)?.promise ?? ''}`
}

function details({ claim, counts, findings, found }: Tally): string[] {
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other))
  return [
    `## ${claim}`,
    '',
    '| what | times |',
    '|---|---|',
    ...rows.map(([what, times]) => `| ${what} | ${whole(times)} |`),
    '',
    ...(found === 0 ? [] : [found === 1 ? 'Found once:' : `Found ${whole(found)} times; the first:`, '']),
    ...findings.flatMap(({ text, seed }) => ['```text', `seed ${seed}: ${text.slice(0, 2000)}`, '```', '']),
  ]
}
