import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Page, readPages } from './documentation.ts'
import { examplesOf, typeErrorsIn, writeWorkspaceExamples } from './examples.ts'

/** An example that is wrong on purpose: it shows that one which is wrong by accident would be found. */
const wrong: Page = { path: 'wrong.md', text: "\n```ts\nconst count: number = 'many'\n```\n" }

const examples = [...readPages(), wrong].flatMap((page) => examplesOf(page))
const running = examples.filter((example) => example.runs)
writeWorkspaceExamples(examples)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-docs-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

test('every example type-checks', () => {
  expect(typeErrorsIn(examples)).toEqual([expect.stringMatching(/^wrong\.md:3: error TS2322/)])
})

test.each(running)('$page:$line runs and prints what the page says', async ({ file, prints }) => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void lines.push(format(...values)))
  // Where relative paths of a configuration start.
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  await import(/* @vite-ignore */ pathToFileURL(file).href)
  expect(lines.join('\n')).toBe(prints ?? '')
})
