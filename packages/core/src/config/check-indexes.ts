import { aBoolean, type OptionKind } from '../fields/option-kinds.ts'
import { join, type ProblemList } from './problem-list.ts'

/** More fields are hardly ever faster, and every write has to update the index. */
const MOST_FIELDS = 5

const someFields: OptionKind = (value) => {
  const paths: readonly unknown[] = Array.isArray(value) ? value : []
  if (paths.length === 1) return 'names one field: write `index: true` or `unique: true` there instead'
  if (paths.length < 2 || paths.length > MOST_FIELDS || !paths.every((path) => typeof path === 'string'))
    return `must be a list of 2 to ${MOST_FIELDS} paths`
  return new Set(paths).size === paths.length ? null : 'names a field twice: name each one once'
}

/** Checks the `indexes` of a collection. Whether the paths exist can only be checked once the fields are resolved. */
export function checkIndexes(indexes: unknown, place: string, problems: ProblemList): void {
  if (!Array.isArray(indexes)) {
    problems.add(place, "must be a list of indexes, such as { fields: ['site', 'slug'], unique: true }")
    return
  }
  for (const [number, index] of (indexes as unknown[]).entries()) {
    problems.members(index, join(place, String(number)), { fields: someFields, unique: aBoolean }, ['fields'])
  }
}
