import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Localization } from '../../contracts/localization.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { objectsIn, prefixInside } from '../../content/each-object.ts'
import { isEmpty } from '../../content/empty-value.ts'
import { fieldsInside, flatten } from '../../content/field-tree.ts'
import { isObject } from '../../content/json-object.ts'
import { isShown } from '../../content/show-if.ts'
import type { Call } from '../call.ts'
import { missing } from './apply.ts'
import { nextDocument } from './next-document.ts'
import type { Overlay } from './overlay.ts'

interface Written {
  readonly overlay: Overlay
  readonly data: JsonObject
  readonly content: JsonObject
  readonly before: StoredDocument | null
}

/**
 * Reports what lacks a value although its `required` asks for one in this document: a function, or where something is shown only under a
 * condition. What is hidden is not required, with all that is inside of it. The whole document is looked at, since what was written may
 * have made something necessary that was not sent: in the default locale, and of the others in those that were written.
 */
export async function reportRequired(call: Call, written: Written): Promise<void> {
  const { overlay, content, before } = written
  const conditions = conditionsOf(call.entity)
  if (overlay.mayBeIncomplete || !conditions.any) return
  const { localization } = overlay
  const documentIn = (...chain: readonly string[]) => {
    const [locale] = chain
    return nextDocument(
      { ...call, locale: locale === undefined ? null : { all: false, locale, chain } },
      content,
      before,
    )
  }
  const next = localization ? documentIn(localization.defaultLocale) : documentIn()
  await reportIn(call.entity.fields, next, '', { ...written, next })
  if (!localization || !conditions.inTranslations) return
  for (const locale of translationsOf(overlay, localization)) {
    const fallbacks = localization.fallback[locale] ?? []
    const judged = { ...written, next: documentIn(locale, ...fallbacks) }
    await reportInTranslations(call.entity.fields, documentIn(locale), '', judged)
  }
}

/** What functions are asked with. */
interface Judged extends Written {
  readonly next: Readonly<JsonObject>
}

async function reportIn(
  fields: readonly FieldNode[],
  siblings: Readonly<JsonObject>,
  prefix: string,
  judged: Judged,
): Promise<void> {
  const { overlay, data, next } = judged
  for (const node of fields) {
    if (!isShown(node.options.admin?.showIf, siblings)) continue
    const path = prefix + node.name
    const value = siblings[node.name]
    const { required } = node.options
    if (decidesLater(node) && isEmpty(value) && !overlay.issues.isWithin(path)) {
      if (typeof required !== 'function' || (await required({ next, data, siblings })))
        missing(overlay, path, node.localized)
    }
    for (const inner of objectsIn(node, value, false))
      await reportIn(inner.fields, inner.object, prefixInside(path, inner.index), judged)
  }
}

/**
 * Looks only into groups and rows that a locale has of its own: nothing in them falls back, so they must be complete by themselves. Of all
 * other fields, `required` speaks of the default locale.
 */
async function reportInTranslations(
  fields: readonly FieldNode[],
  own: Readonly<JsonObject>,
  prefix: string,
  judged: Judged,
): Promise<void> {
  for (const node of fields) {
    const value = own[node.name]
    if (!isShown(node.options.admin?.showIf, own) || (node.localized && isTakenAway(value))) continue
    const report = node.localized ? reportIn : reportInTranslations
    for (const { fields: inside, object, index } of objectsIn(node, value, false))
      await report(inside, object, prefixInside(prefix + node.name, index), judged)
  }
}

/** Null for a group leaves one of empty values. */
function isTakenAway(value: JsonValue | undefined): boolean {
  return isEmpty(value) || (isObject(value) && Object.values(value).every(isTakenAway))
}

/** The locales beside the default one that a write must leave complete: those it is about. A copy, or a whole document, is about all. */
function translationsOf({ locale, checksBase }: Overlay, { locales, defaultLocale }: Localization): readonly string[] {
  const written = locale && !locale.all && !checksBase ? [locale.locale] : locales
  return written.filter((one) => one !== defaultLocale)
}

interface Conditions {
  readonly any: boolean
  /** Inside of a localized group, or of localized rows. */
  readonly inTranslations: boolean
}

const conditionsByEntity = new WeakMap<object, Conditions>()

/** Whether a field may be required, and only the document says so. */
function decidesLater({ required, options }: FieldNode): boolean {
  return typeof options.required === 'function' || (options.required === true && !required)
}

/** Where an entity has such fields; found once. */
function conditionsOf(entity: Call['entity']): Conditions {
  let found = conditionsByEntity.get(entity)
  if (!found) {
    const all = flatten(entity.fields)
    const translated = all.filter(({ localized }) => localized).flatMap((node) => flatten(fieldsInside(node)))
    found = { any: all.some(decidesLater), inTranslations: translated.some(decidesLater) }
    conditionsByEntity.set(entity, found)
  }
  return found
}
