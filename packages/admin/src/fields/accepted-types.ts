/** Whether a field accepts a type: `image/png` matches `image/*`. The service checks the content again. */
export function acceptsType(accept: readonly string[] | undefined, type: unknown): boolean {
  if (!accept || accept.length === 0) return true
  if (typeof type !== 'string') return false
  return accept.some(
    (one) => one === '*/*' || one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )
}

/** "PNG, WEBP" for `image/png` and `image/webp`, "image" for all images. */
export function typesIn(mimeTypes: readonly string[]): string {
  return mimeTypes
    .map((type) => {
      const [kind = '', format = ''] = type.split('/')
      return format === '*' ? kind : format.replace(/^x-|\+.*$/g, '').toUpperCase()
    })
    .join(', ')
}
