import {
  DEFAULT_JSON_LIMITS,
  hasEscapedKeys,
  JsonFault,
  type JsonLimits,
  type JsonObject,
  JsonReader,
  type JsonValue,
  QuireError,
} from '@quirecms/core'
import { isUtf8 } from 'node:buffer'

/** Creates the error for a refused text: `invalid_json` for bodies, `invalid_query` for query parameters. */
export type JsonRefusal = (message: string) => QuireError

const asInvalidJson: JsonRefusal = (message) => new QuireError('invalid_json', message)

/**
 * Parses a request body strictly (docs/contract/requests.md#strict-json): UTF-8 without a byte-order mark, one object,
 * no duplicate keys at any level, no `__proto__`, nothing after it, within the limits.
 */
export function parseStrictJson(bytes: Uint8Array, limits: JsonLimits = DEFAULT_JSON_LIMITS): JsonObject {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw asInvalidJson('The JSON text must not start with a byte-order mark.')
  }
  if (!isUtf8(bytes)) throw asInvalidJson('The JSON text is not valid UTF-8.')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return parseStrictJsonText(text, limits, asInvalidJson)
}

export function parseStrictJsonText(
  text: string,
  limits: JsonLimits = DEFAULT_JSON_LIMITS,
  refuse: JsonRefusal = asInvalidJson,
): JsonObject {
  const value = parseWithinLimits(text, limits)
  if (value === undefined) throw refuse(explainRefusedJson(text, limits))
  return value
}

/** Parses the JSON of a query parameter (`where`, `select`, `populate`); errors are 400 `invalid_query`. */
export function parseJsonParameter(name: string, text: string, limits: JsonLimits = DEFAULT_JSON_LIMITS): JsonObject {
  return parseStrictJsonText(text, limits, (reason) => {
    const message = `The query parameter "${name}" is not valid JSON. ${reason}`
    return new QuireError('invalid_query', message, { issues: [{ code: 'format', path: name, message: reason }] })
  })
}

/**
 * Uses the native `JSON.parse` for the syntax and detects the rest by counting: with a duplicate key, the value has
 * fewer keys than the text has colons. Only a refused text is parsed again, slowly, to locate the error. (Measured: 1.2
 * to 2 times as fast as one hand-written pass.)
 */
function parseWithinLimits(text: string, limits: JsonLimits): JsonObject | undefined {
  const outline = outlineOf(text, limits)
  if (outline === undefined) return undefined
  // `JSON.parse` is unreliable with escaped keys: see core/content/parse-json.ts.
  if (outline.hasEscapes && hasEscapedKeys(text)) return readSlowly(text, limits)
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const census: Census = { keys: 0, nodes: 1, hasUnicodeEscapes: outline.hasEscapes && text.includes('\\u') }
  if (!takeCensus(value, census)) return undefined
  return census.keys === outline.colons && census.nodes <= limits.maxNodes ? value : undefined
}

function readSlowly(text: string, limits: JsonLimits): JsonObject | undefined {
  try {
    return new JsonReader(text, limits).readBody()
  } catch (error) {
    if (error instanceof JsonFault) return undefined
    throw error
  }
}

interface Outline {
  colons: number
  hasEscapes: boolean
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const LEFT_BRACKET = 0x5b
const RIGHT_BRACKET = 0x5d
const LEFT_BRACE = 0x7b
const RIGHT_BRACE = 0x7d

/** Longer strings are skipped with the native `indexOf`; for shorter ones, a loop is faster. */
const SHORT_STRING = 24

/**
 * Scans the structure; returns undefined if it is too deep, or has so many commas that the nodes must exceed the limit.
 */
function outlineOf(text: string, limits: JsonLimits): Outline | undefined {
  const { maxDepth, maxNodes } = limits
  const length = text.length
  let depth = 0
  let commas = 0
  let colons = 0
  let hasEscapes = false
  for (let i = 0; i < length; i++) {
    const char = text.charCodeAt(i)
    if (char === QUOTE) {
      const far = i + SHORT_STRING
      for (i++; i < length; i++) {
        if (i > far) {
          i = text.indexOf('"', i)
          if (i === -1) return undefined
          let before = i - 1
          while (text.charCodeAt(before) === BACKSLASH) before--
          if (before !== i - 1) hasEscapes = true
          if ((i - before) % 2 === 1) break
          continue
        }
        const inside = text.charCodeAt(i)
        if (inside === QUOTE) break
        if (inside === BACKSLASH) {
          hasEscapes = true
          i++
        }
      }
    } else if (char === COMMA) {
      if (++commas >= maxNodes) return undefined
    } else if (char === COLON) {
      colons++
    } else if (char === LEFT_BRACE || char === LEFT_BRACKET) {
      if (++depth > maxDepth) return undefined
    } else if (char === RIGHT_BRACE || char === RIGHT_BRACKET) {
      depth--
    }
  }
  return { colons, hasEscapes }
}

interface Census {
  keys: number
  nodes: number
  /** The text is valid UTF-8, so only an escape can produce an unpaired surrogate. */
  hasUnicodeEscapes: boolean
}

/**
 * Counts keys and nodes. Returns false for values that JSON.parse accepts and this service does not. The outline has
 * limited the depth of the recursion.
 */
function takeCensus(container: JsonValue[] | JsonObject, census: Census): boolean {
  if (Array.isArray(container)) {
    census.nodes += container.length
    for (let i = 0; i < container.length; i++) {
      if (!isAcceptable(container[i] as JsonValue, census)) return false
    }
    return true
  }
  const keys = Object.keys(container)
  census.keys += keys.length
  census.nodes += keys.length
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    if (key === '__proto__') return false
    if (census.hasUnicodeEscapes && !key.isWellFormed()) return false
    if (!isAcceptable(container[key] as JsonValue, census)) return false
  }
  return true
}

function isAcceptable(value: JsonValue, census: Census): boolean {
  if (typeof value === 'string') return !census.hasUnicodeEscapes || value.isWellFormed()
  if (typeof value === 'number') return value !== Infinity && value !== -Infinity
  return typeof value !== 'object' || value === null || takeCensus(value, census)
}

function explainRefusedJson(text: string, limits: JsonLimits): string {
  try {
    new JsonReader(text, limits).readBody()
  } catch (fault) {
    if (fault instanceof JsonFault) return `${fault.message} at ${lineAndColumn(text, fault.offset)}.`
    throw fault
  }
  return 'The text is not valid JSON.'
}

function lineAndColumn(text: string, offset: number): string {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    lineStart = at + 1
  }
  return `line ${line}, column ${offset - lineStart + 1}`
}
