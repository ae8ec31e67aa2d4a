import type { Method } from './methods.ts'

const AT_ONCE = 100

interface Page {
  readonly docs: readonly { readonly id: string }[]
}

/** Yields all documents, page by page in the order of ids, so that concurrent writes don't shift pages. */
export async function* each(find: Method, options: Readonly<Record<string, unknown>> = {}): AsyncGenerator {
  const { where } = options
  for (let last: string | undefined; ; ) {
    const after = last === undefined ? undefined : { id: { greater_than: last } }
    const asked = where === undefined || !after ? (where ?? after) : { and: [where, after] }
    const { docs } = (await find({ ...options, where: asked, sort: 'id', limit: AT_ONCE })) as Page
    yield* docs
    if (docs.length < AT_ONCE) return
    last = docs.at(-1)?.id
  }
}
