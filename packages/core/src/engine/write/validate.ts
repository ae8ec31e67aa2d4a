import type { Issue } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { isWithin } from '../field-access.ts'
import { forApplication } from '../read/for-application.ts'
import { applyFields } from './apply.ts'
import { checkTargetsOfMany } from './check-targets.ts'
import { freeDerivedValues } from './free-values.ts'
import { nextDocument } from './next-document.ts'
import { type Overlay, startOverlay } from './overlay.ts'
import { reportRequired } from './required-when.ts'
import { notValid, takenValuesOfMany } from './unique-values.ts'

/**
 * Merges and validates input; throws all issues, including `refused` ones. Reports nothing further about refused
 * members.
 */
export async function validate(
  call: Call,
  data: JsonObject,
  old: JsonObject | null,
  before: StoredDocument | null,
  refused: readonly Issue[],
): Promise<JsonObject> {
  const overlay = startOverlay(call, { checksBase: before === null && old !== null })
  const content = applyFields(overlay, call.entity.fields, data, old)
  await freeDerivedValues(call, overlay, content)
  const known = { content: old, document: before }
  return complete(call, { overlay, data, content, old: before ? old : null, before, known, refused })
}

/** The resulting content, valid or not. */
export function contentOf(call: Call, data: JsonObject, old: JsonObject | null): JsonObject {
  return applyFields(startOverlay(call, { checksBase: false }), call.entity.fields, data, old)
}

/** Complete content. References in `known` were checked before. */
export interface WholeContent {
  readonly data: JsonObject
  readonly known: JsonObject
  readonly before: StoredDocument
}

export async function validateWhole(call: Call, whole: WholeContent): Promise<JsonObject> {
  return complete(call, wholeValidation(call, whole))
}

/**
 * Issues of `validateWhole` and of unique indexes, for several documents: one read for each target collection and
 * table.
 */
export async function issuesOfWhole(
  call: Call,
  wholes: readonly WholeContent[],
): Promise<readonly (readonly Issue[])[]> {
  if (wholes.length === 0) return []
  const validations = wholes.map((whole) => wholeValidation(call, whole))
  return issuesOf(call, validations, { alwaysAsksUniques: true })
}

function wholeValidation(call: Call, { data, known, before }: WholeContent): Validation {
  const overlay = startOverlay(call, { checksBase: false })
  const content = applyFields(overlay, call.entity.fields, data, null)
  return { overlay, data, content, old: null, before, known: { content: known, document: null }, refused: [] }
}

interface Validation {
  readonly overlay: Overlay
  readonly data: JsonObject
  readonly content: JsonObject
  /** The former content. */
  readonly old: JsonObject | null
  readonly before: StoredDocument | null
  /** References that need no check, and the document that contains them, if not everybody may read it. */
  readonly known: { readonly content: JsonObject | null; readonly document: StoredDocument | null }
  readonly refused: readonly Issue[]
}

async function complete(call: Call, validation: Validation): Promise<JsonObject> {
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
  const written = validations.map(({ overlay, known }) => {
    return { values: overlay.relationships, old: known.content, before: known.document }
  })
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
    asked.map(({ validation: { content, old, before } }) => ({ content, before: old, id: before?.id })),
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
    if (found.isWithin(path)) continue
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
