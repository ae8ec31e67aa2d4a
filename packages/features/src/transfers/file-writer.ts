import {
  type Call,
  execute,
  isObject,
  type JsonObject,
  type JsonValue,
  newestCopies,
  type PresentedDocument,
} from '@quirecms/core/feature'
import type { Column } from './columns.ts'
import { csvLine } from './csv-line.ts'
import { cellsOf, type NameOfTarget } from './export-columns.ts'
import type { FileFormat } from './file-format-names.ts'

/** Targets per lookup. */
const AT_ONCE = 100

/** Spreadsheets need it to detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export class FileWriter {
  readonly #call: Call
  readonly #format: FileFormat
  readonly #columns: readonly Column[]

  constructor(call: Call, format: FileFormat, columns: readonly Column[]) {
    this.#call = call
    this.#format = format
    this.#columns = columns
  }

  begin(): string {
    if (this.#format === 'csv') return BYTE_ORDER_MARK + csvLine(this.#columns.map(({ name }) => name))
    return this.#format === 'json' ? '[' : ''
  }

  async lines(docs: readonly PresentedDocument[], before: number): Promise<string> {
    if (this.#format === 'jsonl') return docs.map(({ text }) => `${text}\n`).join('')
    if (this.#format === 'json') {
      return docs.map(({ text }, index) => `${before + index === 0 ? '\n' : ',\n'}${text}`).join('')
    }
    const nameOf = await this.#namesOf(docs)
    return docs.map(({ value }) => csvLine(cellsOf(this.#columns, value, nameOf))).join('')
  }

  end(rows: number): string {
    return this.#format === 'json' ? `${rows === 0 ? '' : '\n'}]\n` : ''
  }

  /** Names of a page's targets, as far as the caller may read them. */
  async #namesOf(docs: readonly PresentedDocument[]): Promise<NameOfTarget> {
    const known = new Map<string, JsonValue>()
    const { runtime, caller } = this.#call
    for (const { by, steps } of this.#columns) {
      if (!by) continue
      const ids = new Set(docs.flatMap(({ value }) => idsAt(value, steps)))
      const all = [...ids]
      for (let start = 0; start < all.length; start += AT_ONCE) {
        const query = {
          where: { id: { in: all.slice(start, start + AT_ONCE) } },
          limit: AT_ONCE,
          ...newestCopies(by.entity.operations['list']),
        }
        const found = await execute(runtime, by.entity, 'list', { query, params: {}, withoutTotal: true }, caller)
        for (const doc of found.kind === 'list' ? found.docs : [])
          known.set(`${by.entity.slug}/${by.field.path}/${doc.id}`, valueIn(doc.value, by.field.path))
      }
    }
    return (by, id) => known.get(`${by.entity.slug}/${by.field.path}/${id}`) ?? null
  }
}

function idsAt(document: JsonObject, steps: readonly string[]): string[] {
  const value = valueIn(document, steps.join('.'))
  return [value].flat().filter((one) => typeof one === 'string')
}

function valueIn(document: JsonObject, path: string): JsonValue {
  let value: JsonValue = document
  for (const step of path.split('.')) value = isObject(value) ? (value[step] ?? null) : null
  return value
}
