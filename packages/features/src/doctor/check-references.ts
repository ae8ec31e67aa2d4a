import {
  type DocumentTable,
  everyDocument,
  type Finding,
  type Findings,
  type Reference,
  type ReferenceSource,
  type Runtime,
} from '@quirecms/core/feature'

const AT_ONCE = 500

/** Checks that the reference index matches the content of each document, and lists no other documents. */
export async function* checkReferences(runtime: Runtime): Findings {
  const { reader } = runtime.storage
  for (const table of tablesOf(runtime)) {
    for await (const document of everyDocument(reader, table.name)) {
      const wanted = table.references?.in(document.json) ?? []
      const known = await reader.referencesOf(table.name, document.id)
      if (keysOf(wanted) === keysOf(known)) continue
      yield {
        place: `${table.name} ${document.id}`,
        message: 'The index of references does not match the document.',
        repair: async (tx) => void (await tx.update(table.name, document, document.revision, wanted)),
      }
    }
  }
  yield* checkSources(runtime)
}

async function* checkSources(runtime: Runtime): AsyncGenerator<Finding> {
  const { reader } = runtime.storage
  const known = new Set(tablesOf(runtime).map(({ name }) => name))
  for (let last: ReferenceSource | null = null; ; ) {
    const page: ReferenceSource[] = await reader.sourcesAfter(last, AT_ONCE)
    for (const [table, sources] of Map.groupBy(page, (source) => source.table)) {
      // The references of a removed collection are dropped with its table.
      if (!known.has(table)) continue
      const ids = sources.map(({ id }) => id)
      const there = new Set(await reader.idsAmong(table, ids))
      for (const id of ids.filter((one) => !there.has(one)))
        yield {
          place: `${table} ${id}`,
          message: 'The index of references lists this document, which does not exist.',
          repair: (tx) => tx.forgetReferences(table, id),
        }
    }
    last = page.at(-1) ?? null
    if (page.length < AT_ONCE) return
  }
}

function keysOf(references: readonly Reference[]): string {
  return [...new Set(references.map(({ path, locale, collection, id }) => `${path} ${locale} ${collection} ${id}`))]
    .toSorted()
    .join('\n')
}

/** All document tables, including those of copies. */
function tablesOf({ manifest: { collections, globals } }: Runtime): DocumentTable[] {
  return [...Object.values(collections), ...Object.values(globals)].flatMap(({ table, tables }) => [table, ...tables])
}
