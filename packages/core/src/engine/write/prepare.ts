import type { Issue } from '../../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Reference, StoredDocument } from '../../contracts/document-storage.ts'
import type { Subject } from '../access.ts'
import type { Call } from '../call.ts'
import { deniedInEveryDocument, type DeniedPaths, hasFieldRules } from '../field-access.ts'
import { hasFieldHooks, hasHooks, runDataHooks, runFieldHooks } from '../hooks.ts'
import { deniedPaths, forApplication } from '../read/read-form.ts'
import { maintainedIn, nextDocument, spellOutNullGroups, withDefaults, withMaintained } from './added-values.ts'
import { collectReferences, hasSamePointers } from '../../content/references.ts'
import { NO_LISTS } from './overlay.ts'
import { type SettledChanges, settleChanges } from './relative-changes.ts'
import { notValid } from './unique-values.ts'
import { mergedContent, validate, validateWhole } from './validate.ts'
import { shapeOfContent } from '../../content/exact-content.ts'
import { keepLeftOvers } from '../../content/left-over.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { FieldNode } from '../../contracts/field.ts'
import { eachObject, holdsObjects, prefixInside, type VisitObject, otherMembers } from '../../content/walk-content.ts'
import { fieldsByName } from '../../content/field-tree.ts'
import { isObject } from '../../content/json-object.ts'
import { parseInstant } from '../../query/instant.ts'
import { isDocumentId } from '../new-id.ts'

export interface PreparedContent {
  readonly json: string
  readonly shape: string
  readonly references: readonly Reference[]
  /** No reference was written, so the relationship index stays the same. */
  readonly pointsAsBefore?: boolean
  /** The input after hooks, for later hooks. */
  readonly data: JsonObject
  /** Parsed `json`, for listeners. */
  readonly content?: Readonly<JsonObject>
}

/**
 * Turns input into content to store (docs/contract/application-code.md#hook-order):
 *
 * 1. Compute relative changes, such as increments, from the stored content.
 * 2. Refuse unknown and read-only fields, and those that rules deny.
 * 3. Add defaults.
 * 4. Run `beforeValidate`.
 * 5. Validate, and merge with the stored content: all issues together.
 * 6. Run `beforeChange`, and validate again what it returned.
 *
 * `before` is null for a new document; `base` is the content that input is merged into (for a duplicate, the source's).
 */
export async function prepare(
  call: Call,
  input: JsonObject,
  before: StoredDocument | null,
  base: JsonObject | null = null,
): Promise<PreparedContent> {
  const { entity } = call
  const oldContent = before ? (parseJson(before.json) as JsonObject) : base
  const storedContent = before && oldContent
  const settled = settle(call, input, storedContent)
  const right = before ? 'update' : 'create'
  const isRuled = hasFieldRules(entity, right)
  const subject = {
    id: before?.id,
    doc: before && (isRuled || hasWriteHooks(entity)) ? forApplication(call, before) : undefined,
  }
  const denied = isRuled ? await deniedPaths(call, right, before, { ...subject, data: settled.data }) : null
  const fill = (given: JsonObject) =>
    withDefaults(call, entity.fields, spellOutNullGroups(call, given, oldContent, denied), oldContent)
  const checked = admit(call, input, denied, before === null)
  if (checked.issues.length > 0) {
    // Rules saw all of the input; what follows must reveal nothing about its refused members.
    const { data, lists, issues } = settle(call, checked.rest(), storedContent)
    const refused = [...checked.issues, ...issues]
    return reject(withLists(call, lists), refused, () => fill(data), oldContent, before)
  }

  const writing = withLists(call, settled.lists)
  const isOfThisShape = before !== null && before.shape === entity.table.shape
  // Hooks may change what they get.
  const data = await fill(withMaintained(call, hasWriteHooks(entity) ? structuredClone(settled.data) : settled.data))
  const prepared = await checkWithHooks(writing, subject, data, {
    check: (given) => validate(writing, given, oldContent, before, settled.issues),
    nextOf: (given) => nextDocument(call, mergedContent(writing, given, oldContent), before),
    leftOvers: storedContent && !isOfThisShape ? [storedContent] : [],
  })
  const pointsAsBefore =
    isOfThisShape && oldContent !== null && hasSamePointers(entity.fields, prepared.content, oldContent)
  return { ...prepared, pointsAsBefore }
}

/** Relative changes need stored content (docs/contract/documents.md#relative-changes): without any, they stay. */
function settle(call: Call, input: JsonObject, storedContent: JsonObject | null): SettledChanges {
  return storedContent ? settleChanges(call, input, storedContent) : { data: input, lists: NO_LISTS, issues: [] }
}

function withLists(call: Call, changedLists: SettledChanges['lists']): Call {
  return changedLists.size > 0 ? { ...call, changedLists } : call
}

/**
 * The same for complete content, such as that of a snapshot, without merging. The caller has removed unwritable fields.
 * Content without a field keeps its present value, or else that of `leftOver`.
 */
export async function prepareWhole(
  call: Call,
  content: JsonObject,
  before: StoredDocument,
  leftOver: JsonObject,
): Promise<PreparedContent> {
  const subject = { id: before.id, doc: hasWriteHooks(call.entity) ? forApplication(call, before) : undefined }
  const data = await withDefaults(call, call.entity.fields, content, null)
  const writing = { ...call, maintained: maintainedIn(call.entity, content) }
  return checkWithHooks(writing, subject, data, {
    check: (given) => validateWhole(call, { data: given, known: content, before }),
    nextOf: (given) => nextDocument(call, mergedContent(call, given, null), before),
    leftOvers: [parseJson(before.json) as JsonObject, leftOver],
  })
}

interface ContentCheck {
  /** Returns the content to store, or throws all issues. */
  readonly check: (data: JsonObject) => Promise<JsonObject>
  /** The resulting document, for hooks. */
  readonly nextOf: (data: JsonObject) => Readonly<JsonObject>
  /** Contents whose left-over values stay stored (content/left-over.ts). */
  readonly leftOvers: readonly JsonObject[]
}

/** Runs the hooks before a write, and the check between and after them. */
async function checkWithHooks(
  call: Call,
  subject: Subject,
  input: JsonObject,
  { check, nextOf, leftOvers }: ContentCheck,
): Promise<PreparedContent & { readonly content: JsonObject }> {
  const { entity } = call
  let data = input
  if (hasValidationHooks(entity)) {
    data = await runFieldHooks(call, 'beforeValidate', { ...subject, data })
    data = await runDataHooks(call, 'beforeValidate', { ...subject, data })
  }
  data = withMaintained(call, data)
  let content = await check(data)

  if (hasChangeHooks(entity)) {
    data = await runFieldHooks(call, 'beforeChange', { ...subject, data, nextOf })
    data = withMaintained(call, await runDataHooks(call, 'beforeChange', { ...subject, data, nextOf }))
    // Hooks may store what clients may not send, but not invalid values.
    content = await check(data)
  }
  for (const stored of leftOvers) keepLeftOvers(entity.fields, content, stored)
  return { ...readyToStore(entity, content), content, data }
}

export function readyToStore(
  { fields, table }: Call['entity'],
  content: JsonObject,
): Omit<PreparedContent, 'data' | 'content'> {
  return {
    json: JSON.stringify(content),
    shape: shapeOfContent(fields, content, table.shape),
    references: collectReferences(fields, content),
  }
}

function hasWriteHooks(entity: Call['entity']): boolean {
  return hasValidationHooks(entity) || hasChangeHooks(entity)
}

function hasValidationHooks(entity: Call['entity']): boolean {
  return hasHooks(entity, 'beforeValidate') || hasFieldHooks(entity, 'beforeValidate')
}

function hasChangeHooks(entity: Call['entity']): boolean {
  return hasHooks(entity, 'beforeChange') || hasFieldHooks(entity, 'beforeChange')
}

/**
 * Refuses an input with all of its issues. With hooks, the rest of the input is not validated: hooks would change it
 * first.
 */
async function reject(
  call: Call,
  issues: readonly Issue[],
  fill: () => Promise<JsonObject>,
  oldContent: JsonObject | null,
  before: StoredDocument | null,
): Promise<never> {
  if (!hasValidationHooks(call.entity)) await validate(call, await fill(), oldContent, before, issues)
  throw notValid(issues)
}

/**
 * Refuses unwritable input before the transaction, so that refused writers block no others. `throwAll` is called only
 * then: it prepares the content, and so throws all issues of the input, these among them.
 */
export async function refuseInput(
  call: Call,
  input: JsonObject,
  right: 'create' | 'update',
  throwAll: () => Promise<unknown>,
): Promise<void> {
  const { issues } =
    right === 'create'
      ? await admitNew(call, input)
      : admit(call, input, await deniedInEveryDocument(call, call.input.id, input), false)
  if (issues.length === 0) return
  await throwAll()
  throw notValid(issues)
}

export async function admitNew(call: Call, input: JsonObject): Promise<InputCheck> {
  return admit(call, input, await deniedPaths(call, 'create', null, { data: input }), true)
}

/** System fields that only an import by the system may set (docs/contract/documents.md#system-fields). */
const IMPORTED = new Set(['id', 'createdAt', 'updatedAt'])

export interface InputCheck {
  readonly issues: readonly Issue[]
  /** The input without refused members: later steps must reveal nothing about them. */
  rest(): JsonObject
}

/** Finds unknown fields, read-only fields and fields that rules deny, in the original input, before hooks. */
export function admit(call: Call, data: JsonObject, denied: DeniedPaths, creating: boolean): InputCheck {
  const admitting: Admitting = { call, denied, issues: [], refused: new Map() }
  const system = call.entity.systemFields.map((field) => field.name)
  for (const name of system.filter((one) => Object.hasOwn(data, one))) {
    if (call.caller.system && creating && IMPORTED.has(name)) admitting.issues.push(...importProblems(name, data[name]))
    else noteRefused(admitting, data, name, readOnly(name))
  }
  admitFields(admitting, call.entity.fields, data, '', system)
  const { issues, refused } = admitting
  return { issues, rest: () => copyWithout(data, refused) as JsonObject }
}

interface Admitting {
  readonly call: Call
  readonly denied: DeniedPaths
  readonly issues: Issue[]
  /** Names of refused members by their containing object, because paths contain no locale. */
  readonly refused: Map<JsonObject, Set<string>>
}

function noteRefused({ issues, refused }: Admitting, object: JsonObject, name: string, issue: Issue): void {
  issues.push(issue)
  refused.set(object, (refused.get(object) ?? new Set()).add(name))
}

function copyWithout(value: JsonValue, refused: Admitting['refused']): JsonValue {
  if (Array.isArray(value)) return value.map((one) => copyWithout(one, refused))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !refused.get(value)?.has(name))
  return Object.fromEntries(kept.map(([name, one]) => [name, copyWithout(one, refused)]))
}

function admitFields(
  admitting: Admitting,
  fields: readonly FieldNode[],
  data: JsonObject,
  prefix: string,
  others: readonly string[],
): void {
  const named = fieldsByName(fields)
  for (const [name, value] of Object.entries(data)) {
    const path = prefix + name
    if (others.includes(name)) continue
    const node = named.get(name)
    if (!node || (node.hidden && !admitting.call.caller.system)) {
      noteRefused(admitting, data, name, { code: 'unknown_field', path, message: 'There is no field with this name.' })
    } else if (node.readOnly) noteRefused(admitting, data, name, readOnly(path))
    else if (admitting.denied?.has(node.path)) {
      noteRefused(admitting, data, name, {
        code: 'forbidden',
        path,
        message: 'You may not write this field. Leave it out.',
      })
    } else if (holdsObjects(node)) admitInside(admitting, node, value, path)
  }
}

/** Skips values of the wrong shape, such as rows of an unknown block: validation reports them. */
function admitInside(admitting: Admitting, node: FieldNode, value: JsonValue, path: string): void {
  const byLocale = admitting.call.locale?.all ?? false
  if (byLocale && node.localized && !isObject(value)) return
  eachObject(node, value, byLocale, admitObject, { admitting, path, others: otherMembers(node) })
}

interface Inside {
  readonly admitting: Admitting
  readonly path: string
  readonly others: readonly string[]
}

const admitObject: VisitObject<Inside> = (fields, object, { admitting, path, others }, index) => {
  admitFields(admitting, fields, object, prefixInside(path, index), others)
}

/** Imported values must be ones that the service itself could have created. */
function importProblems(name: string, value: JsonValue | undefined): Issue[] {
  if (typeof value !== 'string') return [{ code: 'type', path: name, message: `"${name}" must be text.` }]
  const isSound = name === 'id' ? isDocumentId(value) : parseInstant(value) !== undefined
  const expected = name === 'id' ? 'a UUID in lowercase letters' : 'an ISO 8601 date'
  return isSound ? [] : [{ code: 'format', path: name, message: `"${name}" must be ${expected}.` }]
}

function readOnly(path: string): Issue {
  return { code: 'read_only', path, message: 'This field is read-only. Leave it out.' }
}
