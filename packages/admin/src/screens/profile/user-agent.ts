/** Specific browsers first, because most also claim to be others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Readable name of a browser; other programs as they name themselves: `curl`. */
export function describeUserAgent(text: string): { readonly browser: string; readonly system: string | null } | null {
  const find = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(text))?.[1] ?? null
  const browser = find(BROWSERS)
  if (browser !== null) return { browser, system: find(SYSTEMS) }
  const name = /^[\w.-]+/.exec(text)?.[0]
  return name === undefined ? null : { browser: name, system: null }
}
