type Position = readonly [number, number]

const EARTH_RADIUS_METERS = 6_371_008.8

/** The great-circle distance (haversine) in meters. */
export function distanceMeters(from: Position, to: Position): number {
  const radians = Math.PI / 180
  const halfLat = ((to[1] - from[1]) * radians) / 2
  const halfLng = ((to[0] - from[0]) * radians) / 2
  const square =
    Math.sin(halfLat) ** 2 + Math.cos(from[1] * radians) * Math.cos(to[1] * radians) * Math.sin(halfLng) ** 2
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** Inside the outer ring and outside the holes, on the plane of degrees; a border belongs to the polygon. */
export function isWithin(point: Position, rings: readonly (readonly Position[])[]): boolean {
  const [outer, ...holes] = rings
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
