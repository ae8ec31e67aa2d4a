import type { DocumentReader, StoredDocument } from '@quirecms/core'

const AT_ONCE = 100
const id = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const

export async function* everyDocument(reader: DocumentReader, table: string): AsyncGenerator<StoredDocument> {
  for (let last = ''; ; ) {
    const found = await reader.find(table, {
      where: { kind: 'compare', path: id, test: { op: 'gt', value: last } },
      sort: [{ path: id, descending: false }],
      limit: AT_ONCE,
      offset: 0,
    })
    yield* found
    const end = found.at(-1)
    if (!end || found.length < AT_ONCE) return
    last = end.id
  }
}
