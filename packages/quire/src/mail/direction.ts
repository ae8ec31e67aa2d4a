/** Text direction of a language; left to right if the tag is invalid, so that the mail is still sent. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { script } = localeOf(language)?.maximize() ?? {}
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr'
}

function localeOf(language: string): Intl.Locale | null {
  try {
    return new Intl.Locale(language)
  } catch {
    return null
  }
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand'])
