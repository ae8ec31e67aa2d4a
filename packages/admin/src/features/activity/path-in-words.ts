import { fieldAt, humanize, labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { labelsOf } from '../../fields/options.ts'

const ROW = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

interface Addressed {
  readonly field: FieldSchema | undefined
  /** Locale of a localized value. */
  readonly locale?: string
}

function addressed(path: string, fields: readonly FieldSchema[], locales: readonly string[]): Addressed {
  // Leave out row ids: they mean nothing to users.
  const steps = path.split('.').filter((step) => !ROW.test(step))
  const field = fieldAt(fields, steps.join('.'))
  const locale = steps.at(-1) ?? ''
  if (field || !locales.includes(locale)) return { field }
  return { field: fieldAt(fields, steps.slice(0, -1).join('.')), locale }
}

/** Label of the field at a path, with the language of the value: "Title (en)" for `title.en`. */
export function pathInWords(path: string, fields: readonly FieldSchema[], locales: readonly string[]): string {
  const { field, locale } = addressed(path, fields, locales)
  if (!field) return /^\w+$/.test(path) ? humanize(path) : path
  return locale === undefined ? labelOf(field) : `${labelOf(field)} (${locale})`
}

/** A value as editors know it: labels of options, texts; other values as JSON. */
export function valueInWords(
  value: unknown,
  path: string,
  fields: readonly FieldSchema[],
  locales: readonly string[],
): string {
  if (value === null || value === undefined || value === '') return '–'
  const { field } = addressed(path, fields, locales)
  if (field?.options) return labelsOf(field, value).join(', ') || '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
