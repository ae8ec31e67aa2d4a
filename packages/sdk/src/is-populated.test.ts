import { expect, it } from 'vitest'
import { isPopulated } from './is-populated.ts'

it('tells documents from ids and from nothing', () => {
  const ada = { id: '1', name: 'Ada' }
  expect(['2', ada, null, undefined].filter(isPopulated)).toEqual([ada])
})
