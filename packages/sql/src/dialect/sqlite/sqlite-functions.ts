import { isDeepStrictEqual } from 'node:util'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { foldCase } from '@quire/core/fold-case'
import { distanceMeters, isWithin } from '@quire/core/geometry'
import { parseJson } from '@quire/core'

type Position = readonly [number, number]

/** What conditions need and SQLite lacks. Indexes never use these, so that any SQLite tool can open the file. */
export function registerFunctions(database: DatabaseSync): void {
  const options = { deterministic: true }
  database.function('quire_fold', options, (text) => (typeof text === 'string' ? foldCase(text) : null))
  database.function('quire_distance', options, (point, lng, lat) => {
    const position = positionOf(point)
    return position ? distanceMeters([Number(lng), Number(lat)], position) : null
  })
  database.function('quire_within', options, (point, rings) => {
    const position = positionOf(point)
    return position && isWithin(position, lastParsed(rings) as readonly Position[][]) ? 1 : 0
  })
  database.function('quire_json_equals', options, (stored, value) =>
    typeof stored === 'string' && isDeepStrictEqual(parseJson(stored), lastParsed(value)) ? 1 : 0,
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

let last: { readonly json: string; readonly value: unknown } = { json: 'null', value: null }

/** A parameter is the same for every row of a statement: it is parsed once. */
function lastParsed(json: SQLOutputValue | undefined): unknown {
  if (typeof json !== 'string') return undefined
  if (json !== last.json) last = { json, value: parseJson(json) }
  return last.value
}
