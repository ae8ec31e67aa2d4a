import type { FieldNode, JsonValue } from '@quirecms/core/feature'
import { valueOf } from './cell-values.ts'

/** Stored form of a unique value: `1.0` is the same number as `1`. */
export function asStored({ type, options }: FieldNode, value: JsonValue): string {
  const isValid = type.check(value, options).length === 0
  return JSON.stringify(isValid ? type.normalize(value, options) : value)
}

/** The same for a cell that names a document; without a field, it is an id. */
export function namedIn(node: FieldNode | null, said: string): string {
  const read = node && valueOf(node, said)
  return node && read && 'value' in read ? asStored(node, read.value) : said
}
