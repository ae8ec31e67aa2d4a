import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/** A file below this is a function, not a concept that is read in one go. */
const SMALL = 40
/** The largest share of small files. Doors (`index.ts`, `offers.ts`) are small by their nature, and don't count. */
const MOST = 0.2

it('at most a fifth of the source files are below 40 lines', () => {
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'plugins/*/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !/^(?:index|offers)\.tsx?$/.test(basename(file)),
  )
  const lines = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1
  const small = files.filter((file) => lines(file) < SMALL)
  expect(files.length).toBeGreaterThan(1000)
  expect(small.length / files.length).toBeLessThanOrEqual(MOST)
})
