/** Headers with cache tags (docs/caching.md#tags). */
const HEADERS = ['cache-tag', 'surrogate-key', 'xkey']

const known = new WeakMap<object, readonly string[]>()

/** Remembers the tags of a response for its body and for the document in it. */
export function keepTags({ headers }: Response, body: unknown): void {
  const given = HEADERS.map((name) => headers.get(name)).find((value) => value !== null)
  if (given === undefined || given === null) return
  const tags = given.split(/[\s,]+/).filter((tag) => tag !== '')
  const document = isObject(body) && 'doc' in body ? body.doc : undefined
  for (const one of [body, document]) if (isObject(one)) known.set(one, tags)
}

export function tagsOf(answer: object): readonly string[] {
  return known.get(answer) ?? []
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
