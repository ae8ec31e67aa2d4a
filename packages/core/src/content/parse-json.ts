import type { JsonValue } from '../contracts/json.ts'
import { JsonReader } from './json-reader.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = /[ \t\n\r]*:/y

/** What is stored was within its limits when it came. */
const NO_LIMITS = { maxDepth: Infinity, maxNodes: Infinity }

/**
 * `JSON.parse`, for every text that holds keys which clients made up. The engine's own takes an escaped key such as `"\n"` for another
 * one if it has seen certain keys before (nodejs/node issue 63785), whoever sent those: a document would come back changed.
 */
export function parseJson(text: string): JsonValue {
  return hasEscapedKeys(text) ? new JsonReader(text, NO_LIMITS).read() : (JSON.parse(text) as JsonValue)
}

/** In JSON a backslash stands in strings alone. Of what is no JSON it says anything. */
export function hasEscapedKeys(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
    COLON.lastIndex = at + 1
    if (COLON.test(text)) return true
  }
  return false
}
