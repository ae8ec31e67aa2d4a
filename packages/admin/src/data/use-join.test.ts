import { expect, it } from 'vitest'
import { joinOnly } from './use-join.ts'

it('requests a join by its path, and selects its field', () => {
  expect(joinOnly('comments', { text: true })).toEqual({
    select: { comments: true },
    populate: { comments: { select: { text: true } } },
  })
  expect(joinOnly('seo.links', { title: true })).toEqual({
    select: { seo: { links: true } },
    populate: { 'seo.links': { select: { title: true } } },
  })
})
