import { CATEGORIES } from '../content/post.ts'
import type { Scenario } from './scenario.ts'

const PAGES = 5

/** Ten posts of one category, newest first, with the total: what an overview page asks for. */
export const list: Scenario = {
  name: 'list',
  status: 200,
  aim: 0.5,
  cycle: CATEGORIES.length * PAGES,
  request: (number) => {
    const category = CATEGORIES[number % CATEGORIES.length]
    const page = 1 + (Math.floor(number / CATEGORIES.length) % PAGES)
    const where = encodeURIComponent(JSON.stringify({ category: { equals: category } }))
    return { method: 'GET', path: `/api/collections/posts?where=${where}&sort=-createdAt&limit=10&page=${page}` }
  },
  differing: [],
}
