import { describe, expect, it } from 'vitest'
import type { Issue } from '../../data/api-error.ts'
import { issuesLeft } from './editing-state.ts'

const at = (path: string): Issue => ({ code: 'required', path, message: 'Is missing.' })

describe('validation issues in the editor', () => {
  const rows: { id: string; text: string | null }[] = [
    { id: 'a', text: null },
    { id: 'b', text: null },
  ]
  const issues = [at('title'), at('rows.0.text'), at('rows.1.text'), at('rowsToo')]
  const left = (name: string, before: unknown, after: unknown) =>
    issuesLeft(issues, name, before, after).map(({ path }) => path)

  it('disappear with their cause, and no others with them', () => {
    expect(left('title', null, 'Paper')).toEqual(['rows.0.text', 'rows.1.text', 'rowsToo'])
    expect(left('rows', rows, rows.with(1, { id: 'b', text: 'x' }))).toEqual(['title', 'rows.0.text', 'rowsToo'])
    expect(left('other', 1, 2)).toHaveLength(4)
  })

  it('disappear with their row, and when their path leads to another row', () => {
    expect(left('rows', rows, rows.slice(1))).toEqual(['title', 'rowsToo'])
    expect(left('rows', rows, rows.toReversed())).toEqual(['title', 'rowsToo'])
    expect(left('rows', rows, [...rows, { id: 'c', text: 'x' }])).toHaveLength(4)
  })
})
