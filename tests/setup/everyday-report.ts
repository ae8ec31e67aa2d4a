import { relative } from 'node:path'
import { findBrowser } from '../browser/admin/find-browser.ts'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** Everyday tests that take longer are listed, so that they can be moved. */
const LONG = 2_000
const MOST_LISTED = 20

/** After a run: the tests that it omitted, the command that runs them, and slow everyday tests. */
export default class EverydayReport implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const vitest = this.#vitest
    if (!vitest || vitest.config.watch) return
    const lines = summary(
      modules.flatMap((module) => [...module.children.allTests()]),
      {
        isEveryday: vitest.config.tagsFilter?.includes('!release') === true,
        isRest: vitest.config.tagsFilter?.includes('release') === true,
        nameOf: (test) => `${relative(vitest.config.root, test.module.moduleId)} > ${test.fullName}`,
      },
    )
    for (const line of lines) vitest.logger.log(line)
  }
}

interface Run {
  /** A run without tests tagged `release`. */
  readonly isEveryday: boolean
  /** A run of these alone. */
  readonly isRest: boolean
  readonly nameOf: (test: TestCase) => string
}

function summary(tests: readonly TestCase[], { isEveryday, isRest, nameOf }: Run): string[] {
  const isTagged = (test: TestCase) => test.tags.includes('release')
  const isWanted = (test: TestCase) => (isEveryday ? !isTagged(test) : !isRest || isTagged(test))
  const hasJourneys = tests.some((test) => test.project.name === 'browser' && isWanted(test))
  const lines: string[] = []
  if (hasJourneys && findBrowser() === null)
    lines.push(
      'No browser was found, so no journey ran. Install Chromium, or name one: QUIRE_BROWSER=/usr/bin/chromium npm test',
    )
  if (!isEveryday) return lines
  const long = tests
    .map((test) => ({ test, took: test.diagnostic()?.duration ?? 0 }))
    .filter(({ took }) => took > LONG)
    .toSorted((one, other) => other.took - one.took)
  if (long.length > 0) {
    lines.push(
      `${long.length} everyday tests took more than ${LONG / 1000} s; tag such tests "release" or make them shorter:`,
    )
    for (const { test, took } of long.slice(0, MOST_LISTED))
      lines.push(`  ${(took / 1000).toFixed(1).padStart(5)} s  ${nameOf(test)}`)
  }
  const leftOut = tests.filter((test) => !isWanted(test)).length
  if (leftOut > 0)
    lines.push(
      `Left out: ${leftOut} tests that run before a release (PostgreSQL rows, long ones). Run them with: npm run test:rest`,
    )
  return lines
}
