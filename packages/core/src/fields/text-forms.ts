/** Words of lowercase letters and digits, in any script, joined by single hyphens. */
export const SLUG = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?'

/** `name@host.domain`, in ASCII: a dot-atom and the name of a host with at least two labels (RFC 5321). */
export const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'i')

/** A pattern of a field as an expression; null if it is none. */
export function patternOf(source: string, flags: string | undefined): RegExp | null {
  // With `u` if it is valid with it, as JSON Schema reads patterns.
  for (const tried of flags === undefined ? ['u', ''] : [flags]) {
    try {
      return new RegExp(source, tried)
    } catch {
      // It may be one without `u`.
    }
  }
  return null
}
