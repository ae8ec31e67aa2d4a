import type { JsonLimits } from './json-limits.ts'

/**
 * Says why a JSON text was refused, and where. Runs only for texts that are refused already, so it is written to be
 * read; it stops at the first fault. Its depth is bounded by `maxDepth`, its time by the length of the text.
 */
export function explainRefusedJson(text: string, limits: JsonLimits): string {
  const reader = new FaultFinder(text, limits)
  try {
    reader.readBody()
  } catch (fault) {
    if (fault instanceof Fault) return `${fault.message} at ${lineAndColumn(text, fault.offset)}.`
    throw fault
  }
  return 'The text is not valid JSON.'
}

class Fault extends Error {
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

class FaultFinder {
  readonly #text: string
  readonly #limits: JsonLimits
  #offset = 0
  #nodes = 0

  constructor(text: string, limits: JsonLimits) {
    this.#text = text
    this.#limits = limits
  }

  readBody(): void {
    this.#skip(WHITESPACE)
    if (this.#offset === this.#text.length)
      throw new Fault('Expected a JSON object, but the text is empty', this.#offset)
    const start = this.#offset
    const isObject = this.#text[start] === '{'
    this.#readValue(1)
    this.#skip(WHITESPACE)
    if (this.#offset < this.#text.length) throw this.#unexpected('the end of the text')
    if (!isObject) throw new Fault('Expected a JSON object', start)
  }

  #readValue(depth: number): void {
    this.#skip(WHITESPACE)
    const start = this.#offset
    if (++this.#nodes > this.#limits.maxNodes) {
      throw new Fault(`There are more than ${this.#limits.maxNodes} values`, start)
    }
    const char = this.#text[start]
    if (char === '{' || char === '[') {
      if (depth > this.#limits.maxDepth) throw new Fault(`There are more than ${this.#limits.maxDepth} levels`, start)
      if (char === '{') this.#readObject(depth)
      else this.#readArray(depth)
    } else if (char === '"') {
      this.#readString()
    } else if (this.#skip(NUMBER)) {
      const isFiniteNumber = Number.isFinite(Number(this.#text.slice(start, this.#offset)))
      if (!isFiniteNumber) throw new Fault('The number is too large', start)
    } else if (!this.#skip(LITERAL)) {
      throw this.#unexpected('a value')
    }
  }

  #readObject(depth: number): void {
    this.#offset++
    const keys = new Set<string>()
    this.#skip(WHITESPACE)
    if (this.#take('}')) return
    do {
      this.#skip(WHITESPACE)
      const start = this.#offset
      if (this.#text[start] !== '"') throw this.#unexpected('a key in double quotes')
      const key = this.#readString()
      if (key === '__proto__') throw new Fault('The key "__proto__" is not allowed', start)
      if (keys.has(key)) throw new Fault(`The key ${quoted(key)} appears twice in one object`, start)
      keys.add(key)
      this.#skip(WHITESPACE)
      if (!this.#take(':')) throw this.#unexpected('":"')
      this.#readValue(depth + 1)
      this.#skip(WHITESPACE)
    } while (this.#take(','))
    if (!this.#take('}')) throw this.#unexpected('"," or "}"')
  }

  #readArray(depth: number): void {
    this.#offset++
    this.#skip(WHITESPACE)
    if (this.#take(']')) return
    do {
      this.#readValue(depth + 1)
      this.#skip(WHITESPACE)
    } while (this.#take(','))
    if (!this.#take(']')) throw this.#unexpected('"," or "]"')
  }

  /** The string's value. */
  #readString(): string {
    const start = this.#offset++
    do this.#skip(PLAIN_CHARACTERS)
    while (this.#skip(ESCAPE))
    if (!this.#take('"')) {
      const isEnd = this.#offset >= this.#text.length
      throw new Fault(isEnd ? 'The string has no end' : 'The string contains a wrong character or escape', this.#offset)
    }
    const value = JSON.parse(this.#text.slice(start, this.#offset)) as string
    if (!value.isWellFormed()) throw new Fault('The string contains half of a surrogate pair', start)
    return value
  }

  #take(char: string): boolean {
    if (this.#text[this.#offset] !== char) return false
    this.#offset++
    return true
  }

  /** Moves behind what the sticky expression matches here; false where it matches nothing. */
  #skip(expression: RegExp): boolean {
    expression.lastIndex = this.#offset
    if (!expression.test(this.#text) || expression.lastIndex === this.#offset) return false
    this.#offset = expression.lastIndex
    return true
  }

  #unexpected(expected: string): Fault {
    const char = this.#text.codePointAt(this.#offset)
    const found = char === undefined ? 'the text ends' : `found ${quoted(String.fromCodePoint(char))}`
    return new Fault(`Expected ${expected}, but ${found}`, this.#offset)
  }
}

/** What a client sent, short enough for a message. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64).toWellFormed()}…` : text.toWellFormed())
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
