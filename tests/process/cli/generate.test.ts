import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppFolder } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

describe('quire generate openapi', () => {
  test('writes the description that the application would serve, in a stable order', async () => {
    const folder = await AppFolder.create({
      'quire.config.ts': sampleConfig(),
      'package.json': '{ "name": "notes", "version": "1.2.3", "type": "module" }',
    })
    const { code, stdout, stderr } = await folder.runAlone(['generate', 'openapi'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { info, paths, components } = JSON.parse(stdout) as Record<string, object> & {
      components: Record<string, object>
    }
    expect(info).toMatchObject({ title: 'notes', version: '1.2.3' })
    for (const part of Object.values(components)) {
      const names = Object.keys(part ?? {})
      expect(names).toEqual(names.toSorted())
    }
    // In an order for readers.
    expect(Object.keys(paths ?? {})[0]).toBe('/api/collections/notes')
    await folder.run(['generate', 'openapi', '--out', 'made/openapi.json'])
    expect(await readFile(join(folder.path, 'made/openapi.json'), 'utf8')).toBe(stdout)
  })

  test('needs no database', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig() })
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    expect(await folder.run(['generate', 'openapi'], { env })).toMatchObject({ code: 0, stderr: '' })
  })

  test('reports errors', async () => {
    const folder = await AppFolder.create({
      'quire.config.ts': sampleConfig(),
      'wrong.config.ts': `export default { collections: { notes: { fields: { x: { type: 'nothing' } } } } }`,
    })
    const failure = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await folder.run(['generate', ...args])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      return stderr
    }
    expect(await failure()).toBe('Name what to generate: openapi or types. See: quire generate --help\n')
    expect(await failure('nothing')).toBe(`There is no command 'generate nothing'. See: quire generate --help\n`)
    expect(await failure('openapi', '--out', '')).toContain('--out must not be empty.')
    expect(await failure('openapi', '--out', 'quire.config.ts/x')).toContain('quire.config.ts/x cannot be written:')
    expect(await failure('openapi', '--config', 'wrong.config.ts')).toContain('collections.notes.fields.x')
  })
})

describe('quire generate types', () => {
  // `generated-types` compiles them, in `npm run check`.
  test('writes self-contained types', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig() })
    const { code, stdout, stderr } = await folder.run(['generate', 'types'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^export type NotesDocument\b/m)
    expect(stdout).not.toMatch(/^import\b|\bimport\(/m)
    expect(await folder.run(['generate', 'types', '--out', 'application.d.ts'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect(await readFile(join(folder.path, 'application.d.ts'), 'utf8')).toBe(stdout)
  })
})
