/** Words of lowercase letters and digits, in any script, joined by single hyphens. */
export const SLUG = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?'

/** `name@host.domain`, in ASCII: a dot-atom and the name of a host with at least two labels (RFC 5321). */
export const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'i')

/** Compiles a field's pattern; null if it is invalid. */
export function patternOf(source: string, flags: string | undefined): RegExp | null {
  // Try `u` first: JSON Schema compiles patterns with it.
  for (const tried of flags === undefined ? ['u', ''] : [flags]) {
    try {
      return new RegExp(source, tried)
    } catch {
      // The pattern may only be valid without `u`.
    }
  }
  return null
}
