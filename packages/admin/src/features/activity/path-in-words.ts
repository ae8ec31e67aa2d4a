import { fieldAt, humanize, labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'

const ROW = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The label of the field that a path leads to, with the language of the value: "Title (en)" of `title.en`. */
export function pathInWords(path: string, fields: readonly FieldSchema[], locales: readonly string[]): string {
  // Rows are told by their ids, which nobody knows.
  const steps = path.split('.').filter((step) => !ROW.test(step))
  const field = fieldAt(fields, steps.join('.'))
  if (field) return labelOf(field)
  const last = steps.at(-1) ?? ''
  const localized = locales.includes(last) ? fieldAt(fields, steps.slice(0, -1).join('.')) : undefined
  if (localized) return `${labelOf(localized)} (${last})`
  return /^\w+$/.test(path) ? humanize(path) : path
}
