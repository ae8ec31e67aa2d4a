import type { Scalar } from '../contracts/condition.ts'
import type { ComparedAs } from '../contracts/operators.ts'
import { isObject } from '../content/json-object.ts'
import { isDay, parseInstant } from './instant.ts'

/** Converts a value of a query to its stored form; undefined if its type does not match the field. */
export function readOperand(value: unknown, comparedAs: ComparedAs): Scalar | undefined {
  switch (comparedAs) {
    case 'text':
      return isStorableText(value) ? value : undefined
    case 'instant':
      return parseInstantOrDate(value)
    case 'day':
      return typeof value === 'string' && isDay(value) ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'json':
      return readOperand(value, 'number') ?? readOperand(value, 'boolean') ?? readOperand(value, 'text')
    case 'pair':
      return readPair(value)
    case 'point':
      return undefined
  }
}

/** The local API also takes `Date`; over HTTP, dates are texts. */
function parseInstantOrDate(value: unknown): string | undefined {
  if (typeof value === 'string') return parseInstant(value)
  return value instanceof Date && !Number.isNaN(value.getTime()) ? parseInstant(value.toISOString()) : undefined
}

/** Whether both databases can store the text: no NUL, no half of a surrogate pair. */
export function isStorableText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
}

function readPair(value: unknown): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 2) return undefined
  const { relationTo, value: id } = value
  return isStorableText(relationTo) && isStorableText(id) ? `${relationTo}/${id}` : undefined
}

export function isPosition(value: unknown): value is [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [lng, lat] = value as unknown[]
  return inRange(lng, 180) && inRange(lat, 90)
}

function inRange(value: unknown, limit: number): boolean {
  return typeof value === 'number' && value >= -limit && value <= limit
}
