import type { GridPosition } from './point-grid.ts'

/** A parsed position, or why the text has none. */
export type ReadPlace = { readonly position: GridPosition } | { readonly problem: 'form' | 'link' | 'range' }

const LONGEST = 4000

/**
 * Parses positions: `52.52, 13.405`, `52°31′12″N 13°24′18″E`, `52.52 N 13.4 E`, `geo:` URIs, links of map services, and
 * GeoJSON. Latitude comes first, except in GeoJSON and with explicit letters or names.
 */
export function readPlace(written: string): ReadPlace {
  const text = plainSigns(written)
  if (text === '' || text.length > LONGEST) return { problem: 'form' }
  const isLink = /^https?:\/\//i.test(text)
  const found = isLink ? inLink(text) : (inGeo(text) ?? inGeoJson(text) ?? inNames(text) ?? inWords(text))
  if (!found) return { problem: isLink ? 'link' : 'form' }
  const [latitude, longitude] = found
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return { problem: 'range' }
  return { position: [rounded(longitude), rounded(latitude)] }
}

type LatitudeFirst = readonly [latitude: number, longitude: number]

function plainSigns(text: string): string {
  return text
    .replaceAll(/[−–—]/g, '-')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll(/['’‘´`′]{2}|[″”“„]/g, '"')
    .replaceAll(/[’‘´`′]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const NUMBER = String.raw`([+-]?\d+(?:\.\d+)?)`
const PAIR = new RegExp(String.raw`${NUMBER}\s*(?:,|~|/|\s)\s*${NUMBER}`)

/** Most exact first: a marked place, then the searched place, then the centre of the map. */
const IN_LINKS = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&#]m?lat(?:itude)?=${NUMBER}&m?(?:lon|lng|longitude)=${NUMBER}`, 'i'),
  new RegExp(
    String.raw`[?&](?:q|query|ll|sll|daddr|destination|coordinate|center|cp|pin|marker)=(?:loc:)?\s*${PAIR.source}`,
    'i',
  ),
  new RegExp(String.raw`/(?:place|search|dir)/${PAIR.source}`, 'i'),
  new RegExp(`[/#]@${NUMBER},${NUMBER}`),
  new RegExp(String.raw`#map=[\d.]+/${NUMBER}/${NUMBER}`),
]

function inLink(link: string): LatitudeFirst | undefined {
  const text = decoded(link)
  for (const pattern of IN_LINKS) {
    const [, latitude, longitude] = pattern.exec(text) ?? []
    if (latitude !== undefined && longitude !== undefined) return [Number(latitude), Number(longitude)]
  }
  return undefined
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link.replaceAll('+', ' '))
  } catch {
    return link
  }
}

const GEO = new RegExp(`^geo:${NUMBER},${NUMBER}(?:[,;?].*)?$`, 'i')

/** RFC 5870. Some applications write zeros, with the position in the query. */
function inGeo(text: string): LatitudeFirst | undefined {
  const [, latitude, longitude] = GEO.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  const isElsewhere = Number(latitude) === 0 && Number(longitude) === 0
  return (isElsewhere ? inLink(text) : undefined) ?? [Number(latitude), Number(longitude)]
}

const GEO_JSON = new RegExp(
  String.raw`^(?:\{.*"coordinates" ?: ?)?\[ ?${NUMBER} ?, ?${NUMBER}(?: ?, ?${NUMBER})? ?\](?: ?\}| ?,.*\})?$`,
)
const WELL_KNOWN_TEXT = new RegExp(String.raw`^POINT ?\( ?${NUMBER} ${NUMBER} ?\)$`, 'i')

function inGeoJson(text: string): LatitudeFirst | undefined {
  const [, longitude, latitude] = GEO_JSON.exec(text) ?? WELL_KNOWN_TEXT.exec(text) ?? []
  return latitude === undefined ? undefined : [Number(latitude), Number(longitude)]
}

const NAMED_LATITUDE = String.raw`lat(?:itude)?"? ?[:=]? ?${NUMBER} ?°?`
const NAMED_LONGITUDE = String.raw`(?:lng|long?|longitude)"? ?[:=]? ?${NUMBER} ?°?`
const NAMES = new RegExp(`^[{("]*${NAMED_LATITUDE}[ ,;&"]*${NAMED_LONGITUDE}[)}]*$`, 'i')
const NAMES_REVERSED = new RegExp(`^[{("]*${NAMED_LONGITUDE}[ ,;&"]*${NAMED_LATITUDE}[)}]*$`, 'i')

function inNames(text: string): LatitudeFirst | undefined {
  const [, latitude, longitude] = NAMES.exec(text) ?? []
  if (latitude !== undefined) return [Number(latitude), Number(longitude)]
  const [, first, second] = NAMES_REVERSED.exec(text) ?? []
  return second === undefined ? undefined : [Number(second), Number(first)]
}

const UNSIGNED = String.raw`(\d+(?:\.\d+)?)`
const ANGLE = `${NUMBER} ?°?(?:(?: ?[°:] ?| )${UNSIGNED} ?'?(?:(?: ?[':] ?| )${UNSIGNED} ?"?)?)?`
const ANGLE_WITH_SIGNS = `${NUMBER} ?(?:°(?: ?${UNSIGNED} ?'(?: ?${UNSIGNED} ?")?)?)?`
const BETWEEN = '[ ,;/]*'
const BEFORE = new RegExp(`^([NSEW]) ?${ANGLE}${BETWEEN}([NSEW]) ?${ANGLE}$`, 'i')
const BEHIND = new RegExp(`^${ANGLE} ?([NSEW])${BETWEEN}${ANGLE} ?([NSEW])$`, 'i')
const WITHOUT = new RegExp(String.raw`^\(?${ANGLE_WITH_SIGNS}(?: ?[,;/] ?| |(?<=[°'"]))${ANGLE_WITH_SIGNS}\)?$`)

type Parts = readonly (string | undefined)[]

/** With or without letters (N and E by default). Commas may be decimal separators: `52,52 13,405`. */
function inWords(text: string): LatitudeFirst | undefined {
  return inWordsWithPoints(text) ?? inWordsWithPoints(text.replaceAll(/(?<=\d),(?=\d)/g, '.'))
}

function inWordsWithPoints(text: string): LatitudeFirst | undefined {
  const before = BEFORE.exec(text)
  if (before) return withLetters(angle(before.slice(2, 5)), before[1], angle(before.slice(6, 9)), before[5])
  const behind = BEHIND.exec(text)
  if (behind) return withLetters(angle(behind.slice(1, 4)), behind[4], angle(behind.slice(5, 8)), behind[8])
  const without = WITHOUT.exec(text)
  if (!without) return undefined
  const [latitude, longitude] = [angle(without.slice(1, 4)), angle(without.slice(4, 7))]
  return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude]
}

/** Degrees, minutes and seconds; undefined if there are sixty minutes or more. */
function angle([degrees = '', minutes = '0', seconds = '0']: Parts): number | undefined {
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return undefined
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600
  return degrees.startsWith('-') ? -size : size
}

function withLetters(
  one: number | undefined,
  letter = '',
  other: number | undefined,
  otherLetter = '',
): LatitudeFirst | undefined {
  const [first, second] = [letter.toUpperCase(), otherLetter.toUpperCase()]
  if (one === undefined || other === undefined) return undefined
  const signed = (size: number, sign: string) => (sign === 'S' || sign === 'W' ? -size : size)
  const isLatitude = (sign: string) => sign === 'N' || sign === 'S'
  if (isLatitude(first) === isLatitude(second)) return undefined
  const [latitude, longitude] = [signed(one, first), signed(other, second)]
  return isLatitude(first) ? [latitude, longitude] : [longitude, latitude]
}

/** Rounded to a centimetre; adding 0 turns -0 into 0. */
function rounded(degrees: number): number {
  return Number(degrees.toFixed(7)) + 0
}
