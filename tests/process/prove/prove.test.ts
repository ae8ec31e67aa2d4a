// @module-tag release
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { installedQuire } from '../cli/installed-quire.ts'
import type { Claim } from '../../prove/claim.ts'
import { CLAIMS } from '../../prove/claims/index.ts'
import { feed } from '../../prove/claims/feed.ts'
import { fuzz } from '../../prove/claims/fuzz.ts'
import { kill } from '../../prove/claims/kill.ts'
import { races } from '../../prove/claims/races.ts'
import { parseCommandLine } from '../../prove/command-line.ts'
import { prove } from '../../prove/prove.ts'
import { chart } from '../../prove/report/chart.ts'
import { markdownReport } from '../../prove/report/markdown.ts'
import { Tally } from '../../prove/tally.ts'
import type { Surroundings } from '../../prove/world/surroundings.ts'

/**
 * A small part of `npm run prove`, so that it keeps working. Other claims have their own tests:
 * tests/process/cli/draining.test.ts, tests/postgres/storage.
 */
describe('the claims', { timeout: 300_000 }, () => {
  let surroundings: Surroundings
  beforeAll(() => {
    surroundings = {
      folder: mkdtempSync(join(tmpdir(), 'quire-prove-')),
      installation: dirname(dirname(installedQuire().folder)),
      postgresUrl: inject('postgresUrl'),
      postgres: undefined,
    }
  })
  afterAll(() => rm(surroundings.folder, { recursive: true, force: true }))

  test.each([
    [kill, 'sqlite', 'services killed'],
    [fuzz, 'sqlite', 'hostile requests'],
    [races, 'postgres', 'races: unique'],
    // Commits overtake each other on PostgreSQL; SQLite has one at a time.
    [feed, 'postgres', 'changes followed'],
  ] as const)('hold in a short run: $name', async (claim, dialect, tried) => {
    const one: Claim = { ...claim, dialects: [dialect] }
    const [tally] = await prove({ claims: [one], surroundings, seed: 5, size: 'small', time: undefined })
    expect(tally?.findings).toEqual([])
    expect(tally?.counts.get(tried)).toBeGreaterThan(0)
  })

  test('fail if they do not hold', async () => {
    const broken: Claim = {
      name: 'broken',
      promise: 'This never holds.',
      weight: 1,
      dialects: ['sqlite', 'postgres'],
      async run({ tally, dialect }) {
        tally.add('tries')
        if (dialect === 'postgres') throw new Error('out of order')
        tally.expect(false, 'one & one are three')
      },
    }
    const tallies = await prove({ claims: [broken], surroundings, seed: 1, size: 'small', time: undefined })
    expect(tallies[0]?.findings.map(({ text }) => text)).toEqual([
      'one & one are three',
      expect.stringContaining('a round on postgres stopped: Error: out of order'),
    ])
    const report = markdownReport({ tallies, seed: 1, milliseconds: 1, date: new Date('2026-01-02') })
    expect(report).toContain('on 2026-01-02, for 1 minute, with the seed 1: **2 findings**')
    expect(report).toContain('| tries | 2 |')
    expect(chart(tallies)).toContain('2 found')
  })
})

test('a limited number of findings is printed, and all are counted', () => {
  const tally = new Tally('many')
  for (let number = 0; number < 50; number += 1) tally.fail(`${number}`)
  expect([tally.found, tally.findings.length]).toEqual([50, 20])
})

test('the command line', () => {
  expect(parseCommandLine(['--minutes', '60', '--seed', '7', '--only', 'kill', '--report', 'there'])).toEqual({
    claims: [kill],
    minutes: 60,
    seed: 7,
    report: 'there',
  })
  expect(parseCommandLine([])).toMatchObject({ claims: CLAIMS, minutes: undefined, report: undefined })
  expect(() => parseCommandLine(['--only', 'everything'])).toThrow(
    'There is no claim "everything". There are: kill, fuzz,',
  )
  expect(() => parseCommandLine(['--minutes', 'soon'])).toThrow('--minutes must be a number above 0.')
})
