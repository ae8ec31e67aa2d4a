/** How texts of a language run. Of what is none, as most do: a template that misspells one still has its mail sent. */
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
