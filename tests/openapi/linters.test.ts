import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveApplication } from '@quire/core'
import { describeApi } from '@quire/server'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import * as parsers from '@stoplight/spectral-parsers'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, onTestFinished, test } from 'vitest'
import { complete } from './complete-application.ts'
import { runTool } from './foreign-tool.ts'

/** Of the application with everything in it: the blog has nothing that it has not. */
const info = { title: 'complete', version: '1.0.0', description: 'An application.' }
const text = JSON.stringify(describeApi({ manifest: resolveApplication(complete), info, quireVersion: '0.1.0' }))

test('a description is fine with Redocly, at its strictest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-lint-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'complete.json'), text)
  // It does not follow references in extensions, where the other forms of documents are named.
  const options = ['--extends', 'recommended-strict', '--skip-rule', 'no-unused-components', '--format', 'json']
  const lint = runTool(folder, '@redocly/cli', 'bin/cli.js', 'lint', ...options, 'complete.json')
  const report = await lint.catch((error: { stdout: string }) => error.stdout)
  const { problems } = JSON.parse(report) as { problems: { ruleId: string; message: string }[] }
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
}, 300_000)

/** What only the people behind an application could say. */
const OF_THE_APPLICATION = { 'info-contact': 'off' } as const

test('a description is fine with Spectral', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: oas as RulesetDefinition, rules: OF_THE_APPLICATION })
  const problems = await linter.run(new spectral.Document(text, parsers.Json, 'complete'))
  expect(problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`)).toEqual([])
}, 600_000)
