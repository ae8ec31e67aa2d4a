import { expect, it } from 'vitest'
import { isPopulated } from './is-populated.ts'

it('distinguishes documents from ids and null', () => {
  const ada = { id: '1', name: 'Ada' }
  expect(['2', ada, null, undefined].filter(isPopulated)).toEqual([ada])
})
