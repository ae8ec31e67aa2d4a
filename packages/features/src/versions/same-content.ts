import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '@quirecms/core/feature'

export function isSameContent(one: string, other: string): boolean {
  return one === other || isDeepStrictEqual(parseJson(one), parseJson(other))
}
