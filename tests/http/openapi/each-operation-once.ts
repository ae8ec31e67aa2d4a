import type { JsonObject } from '@quirecms/core'

const OF_ENTITY = /\/(collections|globals)\/([^/]+)/

/**
 * A description with every operation of one collection and one global that have it, and with the usual ones of those that are called. What
 * is true of one is true of the others: they differ in their schemas, and all of these stay. Tools that take a description apart take
 * minutes for all of it.
 */
export function eachOperationOnce(description: JsonObject, called: readonly string[] = []): JsonObject {
  const paths = description['paths'] as JsonObject
  const isCalled = (path: string) => called.includes(OF_ENTITY.exec(path)?.[2] ?? '')
  const known = new Set<string>()
  const kept = Object.keys(paths)
    .toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)))
    .filter((path) => {
      const operations = path.replace(OF_ENTITY, '/$1/*')
      const isKnown = known.has(operations)
      known.add(operations)
      return !isKnown || (isCalled(path) && /^\/api\/collections\/[^/]+(\/\{id\})?$/.test(path))
    })
  return { ...description, paths: Object.fromEntries(kept.map((path) => [path, paths[path]])) as JsonObject }
}
