/** A version such as `1.2.3`, without pre-release and build suffixes. */
type Version = readonly [major: number, minor: number, patch: number]

const COMPARATOR = /^(\^|~|>=|<=|>|<|=)?\s*v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(?:[-+][\w.-]+)?$/i

/**
 * Whether a version is in an npm range: `^0.1.0`, `~1.2`, `>=1.0.0 <3`, `1.x || 2.x`. Null if the range is invalid.
 *
 * @example
 * isInRange('0.1.4', '^0.1.2') // true
 */
export function isInRange(version: string, range: string): boolean | null {
  const given = parseVersion(version)
  if (!given) return null
  const alternatives = range.split('||').map((part) =>
    part
      .trim()
      .replaceAll(/(\^|~|>=|<=|>|<|=)\s+/g, '$1')
      .split(/\s+/)
      .filter((one) => one !== '')
      .map((one) => boundsOf(one)),
  )
  if (alternatives.some((bounds) => bounds.includes(null))) return null
  return alternatives.some((bounds) =>
    bounds.every((one) => one !== null && compare(given, one.from) >= 0 && compare(given, one.below) < 0),
  )
}

function parseVersion(text: string): Version | null {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(text) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

interface Bounds {
  readonly from: Version
  readonly below: Version
}

const FIRST: Version = [0, 0, 0]
const BEYOND: Version = [Infinity, 0, 0]

function boundsOf(comparator: string): Bounds | null {
  const [whole, operator = '', ...parts] = COMPARATOR.exec(comparator) ?? []
  if (whole === undefined) return null
  const open = parts.findIndex((part) => part === undefined || /^[x*]$/i.test(part))
  const known = open === -1 ? 3 : open
  const [major = 0, minor = 0, patch = 0] = parts.slice(0, known).map(Number)
  const version: Version = [major, minor, patch]
  // Missing parts match any value: `1.2` is every 1.2.x.
  const next = known === 0 ? BEYOND : after(version, known)
  switch (operator) {
    case '^':
      return { from: version, below: known === 0 ? BEYOND : after(version, firstThatCounts(version, known)) }
    case '~':
      return { from: version, below: known === 0 ? BEYOND : after(version, Math.min(known, 2)) }
    case '>=':
      return { from: version, below: BEYOND }
    case '>':
      return { from: next, below: BEYOND }
    case '<':
      return { from: FIRST, below: version }
    case '<=':
      return { from: FIRST, below: next }
    default:
      return { from: version, below: next }
  }
}

/** The first version after all that share the given number of leading parts. */
function after([major, minor, patch]: Version, parts: number): Version {
  if (parts === 1) return [major + 1, 0, 0]
  return parts === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

/** Before 1.0.0, minor versions may be breaking; before 0.1.0, every version may. */
function firstThatCounts([major, minor]: Version, known: number): number {
  if (major > 0 || known === 1) return 1
  return minor > 0 || known === 2 ? 2 : 3
}

function compare(one: Version, other: Version): number {
  for (const [index, part] of one.entries()) {
    const difference = part - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
