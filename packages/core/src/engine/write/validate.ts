import type { Issue } from '../../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { isWithin } from '../field-access.ts'
import { contentInAllLocales, forApplication } from '../read/read-form.ts'
import { applyFields, reportMissing } from './apply.ts'
import { checkTargetsOfMany, type FormerReferences } from './check-targets.ts'
import { freeDerivedValues, notValid, takenValuesOfMany } from './unique-values.ts'
import { nextDocument, withDefaults } from './added-values.ts'
import { type Overlay, startOverlay } from './overlay.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { Localization } from '../../contracts/localization.ts'
import { objectsIn, prefixInside, isEmpty } from '../../content/walk-content.ts'
import { fieldsInside, flatten } from '../../content/field-tree.ts'
import { isObject } from '../../content/json-object.ts'
import { isShown } from '../../content/show-if.ts'
import { onceFor } from '../../content/once-for.ts'

/**
 * Merges and validates input; throws all issues, including `refused` ones. Reports nothing further about refused
 * members.
 */
export async function validate(
  call: Call,
  data: JsonObject,
  oldContent: JsonObject | null,
  before: StoredDocument | null,
  refused: readonly Issue[],
): Promise<JsonObject> {
  const overlay = startOverlay(call, { checksBase: before === null && oldContent !== null })
  const content = applyFields(overlay, call.entity.fields, data, oldContent)
  await freeDerivedValues(call, overlay, content)
  const former = { oldContent, knownThrough: before }
  const replaced = before && oldContent
  return contentOrThrow(call, { overlay, data, content, replaced, before, former, refused })
}

/** The resulting content, valid or not. */
export function mergedContent(call: Call, data: JsonObject, oldContent: JsonObject | null): JsonObject {
  return applyFields(startOverlay(call, { checksBase: false }), call.entity.fields, data, oldContent)
}

/** Complete content. References that `known` contains too were checked before. */
interface WholeContent {
  readonly data: JsonObject
  readonly known: JsonObject
  readonly before: StoredDocument
}

export async function validateWhole(call: Call, whole: WholeContent): Promise<JsonObject> {
  return contentOrThrow(call, wholeValidation(call, whole))
}

/**
 * Checks a stored document as one that must be complete, in all locales; runs no hooks. With `content`, checks what it
 * would become, which gets defaults first. Returns the content to store, or throws all issues.
 */
export async function validateComplete(call: Call, before: StoredDocument, content?: JsonObject): Promise<JsonObject> {
  if (!content) return validateWhole(call, asStored(call, before))
  const data = await withDefaults(call, call.entity.fields, content, null)
  return validateWhole(call, { data, known: content, before })
}

/** The issues of each document, with those of unique values: one read for each target collection and table. */
export async function issuesOfComplete(
  call: Call,
  documents: readonly StoredDocument[],
): Promise<readonly (readonly Issue[])[]> {
  if (documents.length === 0) return []
  const validations = documents.map((document) => wholeValidation(call, asStored(call, document)))
  return issuesOf(call, validations, { alwaysAsksUniques: true })
}

function asStored(call: Call, before: StoredDocument): WholeContent {
  const content = contentInAllLocales(call, before)
  return { data: content, known: content, before }
}

function wholeValidation(call: Call, { data, known, before }: WholeContent): Validation {
  const overlay = startOverlay(call, { checksBase: false })
  const content = applyFields(overlay, call.entity.fields, data, null)
  const former: FormerReferences = { oldContent: known, knownThrough: null }
  return { overlay, data, content, replaced: null, before, former, refused: [] }
}

interface Validation {
  readonly overlay: Overlay
  readonly data: JsonObject
  readonly content: JsonObject
  /** The content of `before`; null if all unique values count as new. */
  readonly replaced: JsonObject | null
  readonly before: StoredDocument | null
  readonly former: FormerReferences
  readonly refused: readonly Issue[]
}

async function contentOrThrow(call: Call, validation: Validation): Promise<JsonObject> {
  const [issues = []] = await issuesOf(call, [validation], { alwaysAsksUniques: false })
  if (issues.length > 0) throw notValid(issues)
  return validation.content
}

async function issuesOf(
  call: Call,
  validations: readonly Validation[],
  { alwaysAsksUniques }: { readonly alwaysAsksUniques: boolean },
): Promise<readonly (readonly Issue[])[]> {
  const found: Issue[][] = []
  for (const validation of validations) {
    const { overlay, refused } = validation
    await reportRequired(call, validation)
    found.push([...refused, ...withoutRefused(overlay.issues.list, refused), ...(await customIssues(call, validation))])
  }
  const written = validations.map(({ overlay, former }) => ({ values: overlay.relationships, ...former }))
  const targets = await checkTargetsOfMany(call, written)
  for (const [index, issues] of found.entries()) issues.push(...(targets[index] ?? []))
  // With a single unique field and no other issue, the index itself reports it without another statement.
  const uniques = call.entity.table.indexes.filter((index) => index.unique).length
  const isAsked = (issues: readonly Issue[]) => alwaysAsksUniques || uniques > 1 || issues.length > 0
  const asked = found.flatMap((issues, index) => {
    const validation = validations[index]
    return uniques > 0 && validation && isAsked(issues) ? [{ issues, validation }] : []
  })
  const taken = await takenValuesOfMany(
    call,
    asked.map(({ validation: { content, replaced, before } }) => ({ content, oldContent: replaced, id: before?.id })),
  )
  for (const [index, { issues }] of asked.entries()) issues.push(...(taken[index] ?? []))
  return found
}

/** Removes issues about missing values that were refused: they would reveal facts about the field. */
export function withoutRefused(issues: readonly Issue[], refused: readonly Issue[]): readonly Issue[] {
  if (refused.length === 0) return issues
  const paths = new Set(refused.map(({ path }) => path))
  return issues.filter(({ path }) => !isWithin(paths, path))
}

/** Runs `validate` of fields whose values have no other issue. */
export async function customIssues(
  call: Call,
  {
    overlay: { validated, issues: found },
    data,
    content,
    before,
  }: Pick<Validation, 'overlay' | 'data' | 'content' | 'before'>,
): Promise<Issue[]> {
  const issues: Issue[] = []
  if (validated.length === 0) return issues
  let made: Readonly<JsonObject> | undefined
  const doc = before ? forApplication(call, before) : undefined
  for (const { node, value, path } of validated) {
    if (found.hasAtOrBelow(path)) continue
    const verdict = await node.options.validate?.({
      value,
      data,
      doc,
      get next() {
        return (made ??= nextDocument(call, content, before))
      },
      actor: call.caller.actor,
      path,
    })
    if (typeof verdict === 'string') issues.push({ code: 'custom', path, message: verdict })
  }
  return issues
}

interface MergedInput {
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
async function reportRequired(call: Call, written: MergedInput): Promise<void> {
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

interface Judged extends MergedInput {
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
    if (decidesLater(node) && isEmpty(value) && !overlay.issues.hasAtOrBelow(path)) {
      if (typeof required !== 'function' || (await required({ next, data, siblings })))
        reportMissing(overlay, path, node.localized)
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

/** Whether `required` depends on the document. */
function decidesLater({ required, options }: FieldNode): boolean {
  return typeof options.required === 'function' || (options.required === true && !required)
}

const conditionsOf = onceFor(({ fields }: Call['entity']): Conditions => {
  const all = flatten(fields)
  const translated = all.filter(({ localized }) => localized).flatMap((node) => flatten(fieldsInside(node)))
  return { any: all.some(decidesLater), inTranslations: translated.some(decidesLater) }
})
