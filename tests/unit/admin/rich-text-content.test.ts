import { expect, it } from 'vitest'
import { MARKS, NODES } from '../../../packages/admin/src/fields/rich-text/known-content.ts'
import { richTextSchema } from '../../../packages/core/src/fields/check-rich-text.ts'

it('uses the same rich-text schema in the editor as in the service, including defaults', () => {
  const { nodes, marks } = richTextSchema()
  for (const [table, types] of [
    [NODES, nodes],
    [MARKS, marks],
  ] as const) {
    const stored = Object.entries(types).map(([name, { spec }]) => {
      const attributes = Object.entries(spec.attrs ?? {}).map(([key, attribute]) => [
        key,
        (attribute as { default?: unknown }).default,
      ])
      return [name, Object.fromEntries(attributes)]
    })
    // The editor always writes the level of a heading, whatever it is.
    const expected = { ...Object.fromEntries(stored), ...(table === NODES && { heading: { level: undefined } }) }
    expect(table).toEqual(expected)
  }
})
