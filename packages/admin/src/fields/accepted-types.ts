/** Whether a field takes files of a type: `image/png` of `image/*`. The service looks again, at the file itself. */
export function acceptsType(accept: readonly string[] | undefined, type: unknown): boolean {
  if (!accept || accept.length === 0) return true
  if (typeof type !== 'string') return false
  return accept.some(
    (one) => one === '*/*' || one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )
}
