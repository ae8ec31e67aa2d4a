import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type QuireConfig, resolveApplication } from '@quire/core'
import { describeApi } from '@quire/server'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import * as parsers from '@stoplight/spectral-parsers'
import { oas } from '@stoplight/spectral-rulesets'
import { beforeAll, describe, expect, test } from 'vitest'
import { blogConfig, complete } from './complete-application.ts'
import { runTool } from './foreign-tool.ts'

const configs: Readonly<Record<string, QuireConfig>> = { complete, blog: await blogConfig() }
const descriptions = Object.entries(configs).map(([name, config]) => {
  const info = { title: name, version: '1.0.0', description: 'An application.' }
  const described = describeApi({ manifest: resolveApplication(config), info, quireVersion: '0.1.0' })
  return [name, JSON.stringify(described)] as const
})

describe.each(descriptions)('the description of %s', (name, text) => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-lint-'))
    await writeFile(join(folder, `${name}.json`), text)
    return () => rm(folder, { recursive: true, force: true })
  })

  test('is fine with Redocly, at its strictest', async () => {
    // It does not follow references in extensions, where the other forms of documents are named.
    const options = ['--extends', 'recommended-strict', '--skip-rule', 'no-unused-components', '--format', 'json']
    const lint = runTool(folder, '@redocly/cli', 'bin/cli.js', 'lint', ...options, `${name}.json`)
    const report = await lint.catch((error: { stdout: string }) => error.stdout)
    const { problems } = JSON.parse(report) as { problems: { ruleId: string; message: string }[] }
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  }, 300_000)

  // It takes a quarter of a minute for each, and the blog has nothing that the other has not.
  test.runIf(name === 'complete')(
    'is fine with Spectral',
    async () => {
      const linter = new spectral.Spectral()
      linter.setRuleset({ extends: oas as RulesetDefinition, rules: OF_THE_APPLICATION })
      const problems = await linter.run(new spectral.Document(text, parsers.Json, name))
      expect(problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`)).toEqual([])
    },
    600_000,
  )
})

/** What only the people behind an application could say. */
const OF_THE_APPLICATION = { 'info-contact': 'off' } as const
