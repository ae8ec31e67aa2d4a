import { isObject } from '../content/json-object.ts'
import { join, type ProblemList } from './problem-list.ts'

/** The fields that `?search=words` searches. */
export interface SearchConfig {
  /**
   * Paths to texts and rich texts, also in groups, arrays and blocks: a list, or an object of path to weight. At most
   * four different weights.
   */
  readonly fields: readonly string[] | { readonly [path: string]: number }
}

export type SearchChoice = SearchConfig | undefined

const MOST_WEIGHTS = 4

/** Whether the paths exist can only be checked once the fields are known. */
export function checkSearch(value: unknown, place: string, problems: ProblemList): void {
  const search = problems.members(value, place, { fields: () => null }, ['fields'])
  if (!search) return
  const { fields } = search
  const at = join(place, 'fields')
  if (Array.isArray(fields)) {
    if (fields.length === 0 || !fields.every((path) => typeof path === 'string'))
      problems.add(at, 'must be a list of paths')
    return
  }
  if (!isObject(fields) || Object.keys(fields).length === 0) {
    problems.add(at, 'must be a list of paths, or an object of weights such as { title: 4, body: 1 }')
    return
  }
  for (const [path, weight] of Object.entries(fields)) {
    if (typeof weight !== 'number' || !(weight > 0) || weight > 1000)
      problems.add(join(at, path), 'must be a number above 0, and at most 1000')
  }
  if (new Set(Object.values(fields)).size > MOST_WEIGHTS)
    problems.add(at, `has more than ${MOST_WEIGHTS} different weights: give some fields the same one`)
}
