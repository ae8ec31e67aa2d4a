/** Copies of the body, one for each text in it, which then ends with a NUL: no database stores that. */
export function textsWithNul(body: unknown): unknown[] {
  if (typeof body === 'string') return [`${body}\0`]
  if (Array.isArray(body)) {
    const items: readonly unknown[] = body
    return items.flatMap((item, at) => textsWithNul(item).map((changed) => items.with(at, changed)))
  }
  if (typeof body !== 'object' || body === null || body instanceof FormData) return []
  return Object.entries(body).flatMap(([name, inner]) =>
    textsWithNul(inner).map((changed) => ({ ...body, [name]: changed })),
  )
}
