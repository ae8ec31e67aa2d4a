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
 * Reports missing values of conditionally required fields: by a function, or with `showIf`. Hidden fields are not
 * required, including nested ones. Checks the whole document, because a written value may make another one required:
 * the default locale, and the locales that were written.
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

/** Arguments for `required` functions. */
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
 * Checks localized groups and rows of other locales: they don't fall back, so they must be complete. For all other
 * fields, `required` concerns the default locale.
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

/** Null for a group means empty values. */
function isTakenAway(value: JsonValue | undefined): boolean {
  return isEmpty(value) || (isObject(value) && Object.values(value).every(isTakenAway))
}

/** The other locales that a write must leave complete: those that it writes; all for a copy or a whole document. */
function translationsOf({ locale, checksBase }: Overlay, { locales, defaultLocale }: Localization): readonly string[] {
  const written = locale && !locale.all && !checksBase ? [locale.locale] : locales
  return written.filter((one) => one !== defaultLocale)
}

interface Conditions {
  readonly any: boolean
  /** Inside of a localized group or row. */
  readonly inTranslations: boolean
}

const conditionsByEntity = new WeakMap<object, Conditions>()

/** Whether `required` depends on the document. */
function decidesLater({ required, options }: FieldNode): boolean {
  return typeof options.required === 'function' || (options.required === true && !required)
}

/** Conditionally required fields of an entity. Cached. */
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
