import { expect, it } from 'vitest'
import { PopulationBudget } from '../../../packages/core/src/engine/read/population-budget.ts'

it('includes documents up to the last one and the last byte, and none after one that did not fit', () => {
  const bytes = new PopulationBudget({ documents: 10, bytes: 100 })
  expect([bytes.take(1, 60), bytes.take(2, 20), bytes.take(1, 1)]).toEqual([true, true, false])
  const documents = new PopulationBudget({ documents: 3, bytes: 100 })
  expect([documents.take(3, 1), documents.isSpent]).toEqual([true, true])
  const large = new PopulationBudget({ documents: 10, bytes: 100 })
  expect([large.take(1, 101), large.take(1, 1), large.isSpent]).toEqual([false, false, true])
})
