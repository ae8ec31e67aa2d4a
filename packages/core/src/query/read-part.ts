import type { JsonValue } from '../contracts/json.ts'
import { LARGEST_READ, type NumberReading, type PartReading, type TextReading } from '../contracts/condition.ts'
import { isObject } from '../content/json-object.ts'

/** Reads a part of a value in memory; null if the value has none. Storage does the same in SQL (sql/where/part.ts). */
export function readPart(value: JsonValue, reading: PartReading): string | number | null {
  return reading.gives === 'text' ? readText(value, reading) : readNumber(value, reading)
}

function readText(value: JsonValue, reading: TextReading): string | null {
  switch (reading.kind) {
    case 'value':
      return typeof value === 'string' ? value : null
    case 'member':
      return readText(memberOf(value, reading.name), { gives: 'text', kind: 'value' })
    case 'slice': {
      const text = readText(value, reading.of)
      const { start, length } = reading
      return text === null
        ? null
        : Array.from(text)
            .slice(start, start + length)
            .join('')
    }
  }
}

function readNumber(value: JsonValue, reading: NumberReading): number | null {
  switch (reading.kind) {
    case 'value':
      return typeof value === 'number' && isRead(value) ? value : null
    case 'member':
      return readNumber(memberOf(value, reading.name), { gives: 'number', kind: 'value' })
    case 'position': {
      const text = readText(value, reading.of)
      if (text === null) return null
      const found = reading.in.indexOf(text)
      // Databases count code points, not UTF-16 units.
      return found < 0 ? -1 : Array.from(reading.in.slice(0, found)).length
    }
    case 'scaled': {
      const number = readNumber(value, reading.of)
      return number === null ? null : number * reading.by
    }
    case 'sum': {
      let sum = 0
      for (const one of reading.of) {
        const number = readNumber(value, one)
        if (number === null) return null
        sum += number
      }
      return sum
    }
  }
}

function isRead(number: number): boolean {
  const size = Math.abs(number)
  return size === 0 || (size <= LARGEST_READ && size >= 1 / LARGEST_READ)
}

function memberOf(value: JsonValue, name: string): JsonValue {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}
