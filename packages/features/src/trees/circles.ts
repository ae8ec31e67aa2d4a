/**
 * Cycles in a tree, each with its documents in the order from child to parent. `parents` maps a document to its
 * parent.
 */
export function circlesIn(parents: ReadonlyMap<string, string>): string[][] {
  const circles: string[][] = []
  const seen = new Set<string>()
  for (const start of parents.keys()) {
    const way: string[] = []
    const places = new Map<string, number>()
    let id: string | undefined = start
    while (id !== undefined && !seen.has(id)) {
      seen.add(id)
      places.set(id, way.length)
      way.push(id)
      id = parents.get(id)
    }
    const first = id === undefined ? undefined : places.get(id)
    if (first !== undefined) circles.push(way.slice(first))
  }
  return circles
}
