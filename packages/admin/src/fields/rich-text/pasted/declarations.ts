export const STYLE = 'data-style'

/**
 * Declarations of a `style` attribute, including vendor properties, by exact name: `mso-bidi-font-weight` is not
 * `font-weight`.
 */
export function declarationsOf(style: string): ReadonlyMap<string, string> {
  return new Map(
    style.split(/;(?=(?:[^"']|"[^"]*"|'[^']*')*$)/).flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      if (colon < 0) return []
      return [[declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const]
    }),
  )
}

export function fieldOfStyle(element: Element, name: string): string | undefined {
  const style = element.getAttribute(STYLE)
  return style === null ? undefined : declarationsOf(style).get(name)
}
