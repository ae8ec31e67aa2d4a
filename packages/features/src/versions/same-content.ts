import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '@quirecms/core/feature'

/** Compares parsed JSON: databases may reorder keys. */
export function isSameContent(one: string, other: string): boolean {
  return one === other || isDeepStrictEqual(parseJson(one), parseJson(other))
}
