import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPages } from './documentation.ts'
import { examplesOf, writeWorkspaceExamples } from './examples.ts'

/** `packed-examples` compiles all of them, with every compiler. */
const examples = readPages().flatMap((page) => examplesOf(page))
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

test.each(running)('$page:$line runs and prints what the page shows', async ({ file, prints }) => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void lines.push(format(...values)))
  // Where relative paths of a configuration start.
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  await import(/* @vite-ignore */ pathToFileURL(file).href)
  expect(lines.join('\n')).toBe(prints ?? '')
})
