import { isObject, type JsonObject, parseJson } from '@quirecms/core/feature'

export interface NamedObject {
  readonly key: string
  readonly mimeType: string
  readonly filesize: number
  /** SHA-256 of the bytes, if the document has it; null for sizes. */
  readonly hash: string | null
}

/** URL of an object. Relative, so that it works behind every proxy and under every host name. */
export function urlOf(slug: string, key: string): string {
  return `/api/uploads/${slug}/${key}`
}

export function objectsIn(json: string): NamedObject[] {
  const content = parseJson(json) as JsonObject
  const sizes = isObject(content['sizes']) ? Object.values(content['sizes']) : []
  return [content, ...sizes].flatMap((one) => namedObject(one))
}

function namedObject(described: unknown): NamedObject[] {
  if (!isObject(described)) return []
  const { objectKey, mimeType, filesize, hash } = described
  if (typeof objectKey !== 'string') return []
  const known = typeof hash === 'string' ? hash : null
  return [{ key: objectKey, mimeType: String(mimeType), filesize: Number(filesize), hash: known }]
}

export function withOtherKeys(slug: string, fields: JsonObject, other: (key: string) => string): JsonObject {
  const renamed = (described: JsonObject): JsonObject => {
    const key = described['objectKey']
    return typeof key === 'string' ? { ...described, objectKey: other(key), url: urlOf(slug, other(key)) } : described
  }
  const { sizes } = fields
  if (!isObject(sizes)) return renamed(fields)
  const others = Object.entries(sizes).map(([name, size]) => [name, isObject(size) ? renamed(size) : size])
  return { ...renamed(fields), sizes: Object.fromEntries(others) as JsonObject }
}

/** Updates the URLs of a document's objects after its collection was renamed. */
export function moveAddresses(content: JsonObject, from: string, to: string): boolean {
  const sizes = isObject(content['sizes']) ? Object.values(content['sizes']) : []
  const { objectKey: original } = content
  let isMoved = false
  for (const described of [content, ...sizes]) {
    if (!isObject(described) || typeof described['url'] !== 'string') continue
    // A size that was not made yet has the URL of the original.
    const [address, asked] = described['url'].split('?')
    const key = described['objectKey'] ?? original
    if (typeof key !== 'string' || address !== urlOf(from, key)) continue
    described['url'] = asked === undefined ? urlOf(to, key) : `${urlOf(to, key)}?${asked}`
    isMoved = true
  }
  return isMoved
}
