import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const DOOR = join(import.meta.dirname, '../../../packages/core/src/door')

/** What features, ours and those of plugins, use of the engine. Lower the numbers when it gets smaller; to raise one needs a reason in the commit. */
const MOST = { functions: 230, types: 341 }

it('the door of the engine exports no more names than before', () => {
  const names = globSync('*.ts', { cwd: DOOR }).flatMap((file) => {
    const text = readFileSync(join(DOOR, file), 'utf8')
    return [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, type, list = '']) =>
      list
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .map((one) => ({ isType: type !== undefined || one.startsWith('type ') })),
    )
  })
  const types = names.filter(({ isType }) => isType).length
  expect({ functions: names.length - types, types }).toEqual(MOST)
})
