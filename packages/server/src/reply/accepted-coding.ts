/** Supported codings, best first: zstd is the fastest, Brotli the smallest, and every client supports gzip. */
const CODINGS = ['zstd', 'br', 'gzip'] as const

export type Coding = (typeof CODINGS)[number]

export interface Acceptance {
  readonly coding: Coding | undefined
  /** The client accepts no uncompressed response, however short. */
  readonly refusesPlain: boolean
}

const PART = /^[ \t]*([^ \t;]+)[ \t]*(?:;[ \t]*q=([01](?:\.\d{0,3})?)[ \t]*)?$/i

/** No client sends a longer header; longer ones are ignored. */
const LONGEST = 512

/** Cache of parsed headers: clients send one of a few values. */
const remembered = new Map<string, Acceptance>()
const MOST_REMEMBERED = 100

export const NO_CODING: Acceptance = { coding: undefined, refusesPlain: false }

/** Parses `Accept-Encoding` (RFC 9110, 12.5.3). Weights only tell what is acceptable; the server chooses the order. */
export function readAcceptEncoding(header: string): Acceptance {
  const known = remembered.get(header)
  if (known !== undefined) return known
  if (header.length > LONGEST) return NO_CODING
  const read = parse(header)
  if (remembered.size < MOST_REMEMBERED) remembered.set(header, read)
  return read
}

function parse(header: string): Acceptance {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [, name, weight = '1'] = PART.exec(part) ?? []
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*')
  return {
    coding: CODINGS.find((coding) => (weightOf(coding) ?? 0) > 0),
    refusesPlain: weightOf('identity') === 0,
  }
}
