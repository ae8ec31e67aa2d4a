import type { JsonObject } from '../../contracts/json.ts'
import type { LocaleChoice } from '../../contracts/localization.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { toReadForm } from '../read/read-form.ts'

/** The call in which content of all locales is written: a snapshot holds them all. */
export function inAllLocales(call: Call): Call {
  const { localization } = call.runtime.manifest
  return localization ? { ...call, locale: { all: true, locales: localization.locales } } : call
}

/** Stored content in the form in which all locales are written. */
export function contentInAllLocales(call: Call, stored: StoredDocument): JsonObject {
  const locale: LocaleChoice | null = inAllLocales(call).locale
  const data = toReadForm(call.entity, stored, locale)
  for (const { name } of call.entity.systemFields) delete data[name]
  return data
}
