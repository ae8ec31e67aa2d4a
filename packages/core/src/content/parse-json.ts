import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { DEFAULT_JSON_LIMITS, JsonFault, JsonReader } from './json-reader.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = /[ \t\n\r]*:/y

/** Stored JSON was checked against its limits when it was written. */
const NO_LIMITS = { maxDepth: Infinity, maxNodes: Infinity }

/**
 * `JSON.parse` for texts with keys that clients chose. V8 can confuse an escaped key such as `"\n"` with another key
 * that it parsed earlier (nodejs/node issue 63785), also across clients, which would corrupt documents. `JsonReader` is
 * not affected.
 */
export function parseJson(text: string): JsonValue {
  return hasEscapedKeys(text) ? new JsonReader(text, NO_LIMITS).read() : (JSON.parse(text) as JsonValue)
}

/** Whether an object key contains an escape. Assumes valid JSON, where a backslash only occurs in strings. */
export function hasEscapedKeys(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
    COLON.lastIndex = at + 1
    if (COLON.test(text)) return true
  }
  return false
}

/**
 * Parses an object as strictly as the body of a request, with the same limits. Returns the reason as a text if it is
 * refused.
 */
export function parseStrictObject(text: string): JsonObject | string {
  try {
    return new JsonReader(text, DEFAULT_JSON_LIMITS).readBody()
  } catch (error) {
    if (error instanceof JsonFault) return error.message
    throw error
  }
}
