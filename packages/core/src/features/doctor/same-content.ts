import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '../../content/parse-json.ts'

/** The same JSON, whatever the order of keys: a database may keep them in its own. */
export function isSameContent(one: string, other: string): boolean {
  return one === other || isDeepStrictEqual(parseJson(one), parseJson(other))
}
