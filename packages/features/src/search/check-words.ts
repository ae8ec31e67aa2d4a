import {
  type Call,
  type DocumentTable,
  everyDocument,
  type Finding,
  type Findings,
  type Runtime,
} from '@quirecms/core/feature'

const AT_ONCE = 500

/** Checks that the full-text index has the current words of each document, and lists no other documents. */
export async function* checkWords({ runtime, entity }: Call): Findings {
  const { reader } = runtime.storage
  for (const table of [entity.table, ...entity.tables]) {
    if (!table.search) continue
    for await (const document of everyDocument(reader, table.name)) {
      if (await reader.knowsWords(table.name, document)) continue
      yield {
        place: `${table.name} ${document.id}`,
        message: 'The index of words does not match the document.',
        repair: async (tx) => void (await tx.update(table.name, document, document.revision)),
      }
    }
    yield* checkIndexed(runtime, table)
  }
}

async function* checkIndexed({ storage: { reader } }: Runtime, { name }: DocumentTable): AsyncGenerator<Finding> {
  for (let last = ''; ; ) {
    const ids: string[] = await reader.indexedAfter(name, last, AT_ONCE)
    const there = new Set(await reader.idsAmong(name, ids))
    for (const id of ids.filter((one) => !there.has(one)))
      yield {
        place: `${name} ${id}`,
        message: 'The index of words lists this document, which does not exist.',
        repair: (tx) => tx.forgetWords(name, id),
      }
    last = ids.at(-1) ?? last
    if (ids.length < AT_ONCE) return
  }
}
