import type { JsonObject, JsonValue } from '../contracts/json.ts'

export class JsonFault extends Error {
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(reason)
    this.offset = offset
  }
}

const WHITESPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const LITERAL = /true|false|null/y
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * Parses JSON by hand, for what `JSON.parse` cannot do: report the offset of a fault, and read escaped keys correctly.
 * It is several times slower, and written to be read. It stops at the first fault. `maxDepth` bounds its depth; the
 * length of the text bounds its time.
 */
export class JsonReader {
  readonly #text: string
  readonly #limits: JsonLimits
  #offset = 0
  #nodes = 0
  #isStrict = false

  constructor(text: string, limits: JsonLimits) {
    this.#text = text
    this.#limits = limits
  }

  /** Parses a request body (docs/contract/requests.md#strict-json): one object, without anything ambiguous. */
  readBody(): JsonObject {
    this.#isStrict = true
    this.#skip(WHITESPACE)
    if (this.#offset === this.#text.length)
      throw new JsonFault('Expected a JSON object, but the text is empty', this.#offset)
    const start = this.#offset
    const isObject = this.#text[start] === '{'
    const value = this.read()
    if (!isObject) throw new JsonFault('Expected a JSON object', start)
    return value as JsonObject
  }

  read(): JsonValue {
    const value = this.#readValue(1)
    this.#skip(WHITESPACE)
    if (this.#offset < this.#text.length) throw this.#unexpected('the end of the text')
    return value
  }

  #readValue(depth: number): JsonValue {
    this.#skip(WHITESPACE)
    const start = this.#offset
    if (++this.#nodes > this.#limits.maxNodes) {
      throw new JsonFault(`There are more than ${this.#limits.maxNodes} values`, start)
    }
    const char = this.#text[start]
    if (char === '{' || char === '[') {
      if (depth > this.#limits.maxDepth)
        throw new JsonFault(`There are more than ${this.#limits.maxDepth} levels`, start)
      return char === '{' ? this.#readObject(depth) : this.#readArray(depth)
    }
    if (char === '"') return this.#readString()
    if (this.#skip(NUMBER)) {
      const number = Number(this.#text.slice(start, this.#offset))
      if (!Number.isFinite(number)) throw new JsonFault('The number is too large', start)
      return number
    }
    if (!this.#skip(LITERAL)) throw this.#unexpected('a value')
    return char === 'n' ? null : char === 't'
  }

  #readObject(depth: number): JsonObject {
    this.#offset++
    const members = new Map<string, JsonValue>()
    this.#skip(WHITESPACE)
    if (this.#take('}')) return {}
    do {
      this.#skip(WHITESPACE)
      const start = this.#offset
      if (this.#text[start] !== '"') throw this.#unexpected('a key in double quotes')
      const key = this.#readString()
      if (this.#isStrict && key === '__proto__') throw new JsonFault('The key "__proto__" is not allowed', start)
      if (this.#isStrict && members.has(key))
        throw new JsonFault(`The key ${quoted(key)} appears twice in one object`, start)
      this.#skip(WHITESPACE)
      if (!this.#take(':')) throw this.#unexpected('":"')
      members.set(key, this.#readValue(depth + 1))
      this.#skip(WHITESPACE)
    } while (this.#take(','))
    if (!this.#take('}')) throw this.#unexpected('"," or "}"')
    return Object.fromEntries(members)
  }

  #readArray(depth: number): JsonValue[] {
    this.#offset++
    const elements: JsonValue[] = []
    this.#skip(WHITESPACE)
    if (this.#take(']')) return elements
    do {
      elements.push(this.#readValue(depth + 1))
      this.#skip(WHITESPACE)
    } while (this.#take(','))
    if (!this.#take(']')) throw this.#unexpected('"," or "]"')
    return elements
  }

  #readString(): string {
    const start = this.#offset++
    do this.#skip(PLAIN_CHARACTERS)
    while (this.#skip(ESCAPE))
    if (!this.#take('"')) {
      const isEnd = this.#offset >= this.#text.length
      throw new JsonFault(
        isEnd ? 'The string has no end' : 'The string contains a wrong character or escape',
        this.#offset,
      )
    }
    const value = JSON.parse(this.#text.slice(start, this.#offset)) as string
    if (this.#isStrict && !value.isWellFormed())
      throw new JsonFault('The string contains half of a surrogate pair', start)
    return value
  }

  #take(char: string): boolean {
    if (this.#text[this.#offset] !== char) return false
    this.#offset++
    return true
  }

  /** Advances past a match of the sticky expression; false if nothing matches. */
  #skip(expression: RegExp): boolean {
    expression.lastIndex = this.#offset
    if (!expression.test(this.#text) || expression.lastIndex === this.#offset) return false
    this.#offset = expression.lastIndex
    return true
  }

  #unexpected(expected: string): JsonFault {
    const char = this.#text.codePointAt(this.#offset)
    const found = char === undefined ? 'the text ends' : `found ${quoted(String.fromCodePoint(char))}`
    return new JsonFault(`Expected ${expected}, but ${found}`, this.#offset)
  }
}

/** Text from a client, truncated for an error message. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64).toWellFormed()}…` : text.toWellFormed())
}

/** Limits of a JSON text (docs/contract/requests.md#strict-json). A node is a value; keys do not count. */
export interface JsonLimits {
  readonly maxDepth: number
  readonly maxNodes: number
}

export const DEFAULT_JSON_LIMITS: JsonLimits = { maxDepth: 32, maxNodes: 10_000 }
