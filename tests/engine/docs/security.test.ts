import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPages } from './documentation.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test('every attack in docs/security.md names tests that exist', () => {
  const page = readPages().find(({ path }) => path === 'docs/security.md')
  const section = /^## Attacks and their tests$(.*?)^## /ms.exec(page?.text ?? '')?.[1] ?? ''
  const attacks = section.split(/^- \*\*/m).slice(1)
  expect(attacks.length).toBeGreaterThan(25)
  const named = attacks.map((attack) => [...attack.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path))
  expect(attacks.filter((_, index) => named[index]?.length === 0)).toEqual([])
  expect(named.flat().filter((path) => !path.endsWith('.test.ts') || !existsSync(join(root, path)))).toEqual([])
})
