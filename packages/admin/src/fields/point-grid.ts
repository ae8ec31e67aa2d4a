export type GridPosition = readonly [longitude: number, latitude: number]

export interface Bounds {
  readonly west: number
  readonly south: number
  readonly width: number
  readonly height: number
}

export const WORLD: Bounds = { west: -180, south: -90, width: 360, height: 180 }

/** Ten degrees around a position, within the world. */
export function boundsNear([longitude, latitude]: GridPosition): Bounds {
  const width = 20
  const height = 10
  return {
    west: clamp(Math.round(longitude - width / 2), -180, 180 - width),
    south: clamp(Math.round(latitude - height / 2), -90, 90 - height),
    width,
    height,
  }
}

/** Converts a position in the grid (0 to 1 from the upper left) to degrees, rounded to its scale. */
export function positionAt({ west, south, width, height }: Bounds, x: number, y: number): GridPosition {
  const digits = width > 100 ? 0 : 2
  return [round(west + clamp(x, 0, 1) * width, digits), round(south + (1 - clamp(y, 0, 1)) * height, digits)]
}

/** The reverse; undefined outside of the grid. */
export function fractionIn(
  { west, south, width, height }: Bounds,
  [longitude, latitude]: GridPosition,
): readonly [number, number] {
  return [(longitude - west) / width, 1 - (latitude - south) / height]
}

/** Positions of grid lines: every thirty degrees, or every two. */
export function linesOf(from: number, length: number): number[] {
  const step = length > 100 ? 30 : 2
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.floor((from + length - first) / step) + 1 }, (_, index) => first + index * step)
}

export function isPosition(value: unknown): value is GridPosition {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number')
}

/** Human-readable form: 48.14° N, 11.58° E. */
export function positionText(value: unknown): string {
  if (!isPosition(value)) return ''
  const [longitude, latitude] = value
  const degrees = (size: number) => `${Math.abs(round(size, 4))}°`
  return `${degrees(latitude)} ${latitude < 0 ? 'S' : 'N'}, ${degrees(longitude)} ${longitude < 0 ? 'W' : 'E'}`
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function round(value: number, digits: number): number {
  // Adding 0 turns -0 into 0.
  return Number(value.toFixed(digits)) + 0
}
