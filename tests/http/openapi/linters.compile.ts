import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveApplication } from '@quirecms/testkit'
import { describeApi } from '@quirecms/server'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import * as parsers from '@stoplight/spectral-parsers'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, onTestFinished, test } from 'vitest'
import { complete } from './complete-application.ts'
import { eachOperationOnce } from './each-operation-once.ts'
import { runTool } from './foreign-tool.ts'

/** Of the complete application; the blog has nothing else. */
const info = { title: 'complete', version: '1.0.0', description: 'An application.' }
const description = describeApi({ manifest: resolveApplication(complete), info, quireVersion: '0.1.0' })

/**
 * Checks all examples against their schemas. Redocly does not follow references in extensions, so it reports other
 * response forms as unused.
 */
const STRICTEST = `
extends: [recommended-strict]
rules:
  no-unused-components: off
  no-invalid-media-type-examples: error
  no-invalid-parameter-examples: error
  no-invalid-schema-examples: error
`

test('a description passes Redocly at its strictest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-lint-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'complete.json'), JSON.stringify(description))
  await writeFile(join(folder, 'redocly.yaml'), STRICTEST)
  const lint = runTool(folder, '@redocly/cli', 'bin/cli.js', 'lint', '--format', 'json', 'complete.json')
  const report = await lint.catch((error: { stdout: string }) => error.stdout)
  const { problems } = JSON.parse(report) as { problems: { ruleId: string; message: string }[] }
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
}, 300_000)

const LEFT_OUT = {
  // Only the developers of an application know these.
  'info-contact': 'off',
  // Redocly has checked the same examples in a tenth of the time.
  'oas3-valid-media-example': 'off',
  // With each operation once, some components are unused.
  'oas3-unused-component': 'off',
} as const

test('a description passes Spectral', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: oas as RulesetDefinition, rules: LEFT_OUT })
  const text = JSON.stringify(eachOperationOnce(description))
  const problems = await linter.run(new spectral.Document(text, parsers.Json, 'complete'))
  expect(problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`)).toEqual([])
}, 600_000)

test('every component of a description is referenced', () => {
  const text = JSON.stringify(description)
  const { securitySchemes: _named, ...components } = description['components'] as Readonly<Record<string, object>>
  const places = Object.entries(components).flatMap(([kind, of]) => Object.keys(of).map((name) => `${kind}/${name}`))
  expect(places.length).toBeGreaterThan(100)
  expect(places.filter((place) => !text.includes(`"#/components/${place}"`))).toEqual([])
})
