import type { Scenario } from './scenario.ts'

/** A hundred documents at once, as exports and menus request them. */
function hundredOf(name: string, collection: string, more = ''): Scenario {
  return {
    name,
    status: 200,
    cycle: 1,
    request: () => ({ method: 'GET', path: `/api/collections/${collection}?limit=100&page=1${more}` }),
    differing: [],
  }
}

const FEW = encodeURIComponent(JSON.stringify({ name: true, detail0: true, detail1: true }))

export const allFields = hundredOf('all-fields', 'products')
export const fewFields = hundredOf('few-fields', 'products', `&select=${FEW}`)

export const writtenAfter = hundredOf('written-after', 'recent-releases')
export const writtenBefore = hundredOf('written-before', 'releases')
