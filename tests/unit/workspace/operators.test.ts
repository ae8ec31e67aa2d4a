import { fieldTypes, OPERATORS } from '@quirecms/core'
import { expect, it } from 'vitest'
import { listWords } from '../../../packages/admin/src/words/list.ts'

// Parts of an operator that neither the compiler nor another test asks for.

it('every operator is offered by a field type', () => {
  const offered = new Set(
    Object.values(fieldTypes).flatMap((type) =>
      [{}, { many: true, to: 'posts', options: [] }].flatMap((options) => type.operators(options)),
    ),
  )
  expect(OPERATORS.filter((name) => !offered.has(name))).toEqual([])
})

it('the admin app has words for every operator', () => {
  expect(OPERATORS.filter((name) => !Object.hasOwn(listWords.english.operators, name))).toEqual([])
})
