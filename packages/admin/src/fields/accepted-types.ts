/** Whether a field takes files of a type: `image/png` of `image/*`. The service looks again, at the file itself. */
export function acceptsType(accept: readonly string[] | undefined, type: unknown): boolean {
  if (!accept || accept.length === 0) return true
  if (typeof type !== 'string') return false
  return accept.some(
    (one) => one === '*/*' || one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )
}

/** "PNG, WEBP" of `image/png` and `image/webp`, and "image" of all images. */
export function typesIn(mimeTypes: readonly string[]): string {
  return mimeTypes
    .map((type) => {
      const [kind = '', format = ''] = type.split('/')
      return format === '*' ? kind : format.replace(/^x-|\+.*$/g, '').toUpperCase()
    })
    .join(', ')
}
