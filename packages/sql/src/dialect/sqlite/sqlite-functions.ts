import { isDeepStrictEqual } from 'node:util'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { foldCase } from '@quirecms/core/fold-case'
import { distanceMeters, isWithin } from '@quirecms/core/geometry'
import { parseJson } from '@quirecms/core/parse-json'
import { globPattern } from './glob-pattern.ts'

type Position = readonly [number, number]

/** Functions that conditions need and SQLite lacks. Indexes never use them, so any SQLite tool can open the file. */
export function registerFunctions(database: DatabaseSync): void {
  const options = { deterministic: true }
  database.function('quire_pattern', options, (part) => (typeof part === 'string' ? globPattern(part) : null))
  database.function('quire_fold', options, (text) => (typeof text === 'string' ? foldCase(text) : null))
  database.function('quire_distance', options, (point, lng, lat) => {
    const position = positionOf(point)
    return position ? distanceMeters([Number(lng), Number(lat)], position) : null
  })
  database.function('quire_parsed', options, (json) => (typeof json === 'string' ? keepParsed(json) : null))
  database.function('quire_within', options, (point, rings) => {
    const position = positionOf(point)
    return position && isWithin(position, parsed.get(Number(rings)) as readonly Position[][]) ? 1 : 0
  })
  database.function('quire_json_equals', options, (stored, value) =>
    typeof stored === 'string' && isDeepStrictEqual(parseJson(stored), parsed.get(Number(value))) ? 1 : 0,
  )
}

function positionOf(json: SQLOutputValue | undefined): Position | null {
  if (typeof json !== 'string') return null
  const value: unknown = parseJson(json)
  if (!Array.isArray(value) || value.length !== 2) return null
  const [lng, lat] = value as unknown[]
  const inRange = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
  return inRange ? [lng, lat] : null
}

/** More than the longest condition that SQLite accepts could use at once. */
const MOST_PARSED = 1_000

const parsed = new Map<number, unknown>()
let lastParsed = 0

/**
 * A parameter is the same for all rows of a statement, so it is parsed once and passed by number. `node:sqlite` copies
 * each text for each call, and keeps the copies until the statement ends.
 */
function keepParsed(json: string): number {
  lastParsed += 1
  parsed.set(lastParsed, parseJson(json))
  parsed.delete(lastParsed - MOST_PARSED)
  return lastParsed
}
