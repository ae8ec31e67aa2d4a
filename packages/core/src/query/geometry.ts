type Position = readonly [number, number]

const EARTH_RADIUS_METERS = 6_371_008.8

/** Rounds tiny degrees to zero: PostgreSQL raises an error if a result underflows a double. */
function normalized([lng, lat]: Position): Position {
  return [Math.abs(lng) < 1e-100 ? 0 : lng, Math.abs(lat) < 1e-100 ? 0 : lat]
}

/** The great-circle distance (haversine) in meters. */
export function distanceMeters(from: Position, to: Position): number {
  const radians = Math.PI / 180
  const [[fromLng, fromLat], [toLng, toLat]] = [normalized(from), normalized(to)]
  const halfLat = ((toLat - fromLat) * radians) / 2
  const halfLng = ((toLng - fromLng) * radians) / 2
  const square =
    Math.sin(halfLat) ** 2 + Math.cos(fromLat * radians) * Math.cos(toLat * radians) * Math.sin(halfLng) ** 2
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** Inside the outer ring and outside the holes, on the plane of degrees; a border belongs to the polygon. */
export function isWithin(place: Position, rings: readonly (readonly Position[])[]): boolean {
  const point = normalized(place)
  const [outer, ...holes] = rings.map((ring) => ring.map(normalized))
  if (!outer || !(onBorder(point, outer) || isInside(point, outer))) return false
  return holes.every((hole) => onBorder(point, hole) || !isInside(point, hole))
}

function isInside([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false
  for (const [[x1, y1], [x2, y2]] of edges(ring)) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

function onBorder([x, y]: Position, ring: readonly Position[]): boolean {
  for (const [[x1, y1], [x2, y2]] of edges(ring)) {
    const aside = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    const between = x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)
    if (aside === 0 && between) return true
  }
  return false
}

function* edges(ring: readonly Position[]): Generator<[Position, Position]> {
  for (let index = 1; index < ring.length; index += 1) {
    const from = ring[index - 1]
    const to = ring[index]
    if (from && to) yield [from, to]
  }
}

/** Whether a value is `[longitude, latitude]`, in degrees. */
export function isPosition(value: unknown): value is [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [lng, lat] = value as unknown[]
  return inRange(lng, 180) && inRange(lat, 90)
}

function inRange(value: unknown, limit: number): boolean {
  return typeof value === 'number' && value >= -limit && value <= limit
}
