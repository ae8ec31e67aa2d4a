import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPages, rowsOf } from './documentation.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test('every kind of attack in docs/security.md names tests that are there', () => {
  const page = readPages().find(({ path }) => path === 'docs/security.md')
  const rows = page ? rowsOf(page, 'attack', 'what stops it', 'test') : []
  expect(rows.length).toBeGreaterThan(25)
  const named = rows.map((cells) => [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
  expect(rows.filter((_, index) => named[index]?.length === 0)).toEqual([])
  expect(named.flat().filter((path) => !path.endsWith('.test.ts') || !existsSync(join(root, path)))).toEqual([])
})
