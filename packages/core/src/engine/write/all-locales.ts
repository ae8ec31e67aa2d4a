import type { JsonObject } from '../../contracts/json.ts'
import type { LocaleChoice } from '../../contracts/localization.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { toReadForm } from '../read/read-form.ts'

/** The call with all locales, for content such as snapshots. */
export function inAllLocales(call: Call): Call {
  const { localization } = call.runtime.manifest
  return localization ? { ...call, locale: { all: true, locales: localization.locales } } : call
}

/** Stored content as an input for all locales. */
export function contentInAllLocales(call: Call, stored: StoredDocument): JsonObject {
  const locale: LocaleChoice | null = inAllLocales(call).locale
  const data = toReadForm(call.entity, stored, locale)
  for (const { name } of call.entity.systemFields) delete data[name]
  return data
}
