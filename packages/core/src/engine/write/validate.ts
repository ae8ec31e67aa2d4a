import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { isWithin } from '../field-access.ts'
import { forApplication } from '../read/for-application.ts'
import { applyFields } from './apply.ts'
import { checkTargets } from './check-targets.ts'
import { freeDerivedValues } from './free-values.ts'
import { nextDocument } from './next-document.ts'
import { type Overlay, startOverlay } from './overlay.ts'
import { reportRequired } from './required-when.ts'
import { takenValues } from './unique-values.ts'

/**
 * Lays input over what is stored and returns the content that comes of it, or throws with everything that is wrong with it. `refused`
 * is what was wrong with the input before: of such a member, nothing more is said.
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

/** The content that comes of input, whatever is wrong with it. */
export function contentOf(call: Call, data: JsonObject, old: JsonObject | null): JsonObject {
  return applyFields(startOverlay(call, { checksBase: false }), call.entity.fields, data, old)
}

/** Checks content that stands by itself. What it points to in `known` was checked when that was written. */
export async function validateWhole(
  call: Call,
  data: JsonObject,
  known: JsonObject,
  before: StoredDocument,
): Promise<JsonObject> {
  const overlay = startOverlay(call, { checksBase: false })
  const content = applyFields(overlay, call.entity.fields, data, null)
  const references = { content: known, document: null }
  return complete(call, { overlay, data, content, old: null, before, known: references, refused: [] })
}

interface Validation {
  readonly overlay: Overlay
  readonly data: JsonObject
  readonly content: JsonObject
  /** What the document had before. */
  readonly old: JsonObject | null
  readonly before: StoredDocument | null
  /** References that need not be checked again, and the document that they are in, where not everybody may read them. */
  readonly known: { readonly content: JsonObject | null; readonly document: StoredDocument | null }
  readonly refused: readonly Issue[]
}

async function complete(call: Call, validation: Validation): Promise<JsonObject> {
  const { overlay, content, old, before, known, refused } = validation
  await reportRequired(call, validation)
  const issues = [...refused, ...withoutRefused(overlay.issues.list, refused)]
  issues.push(...(await customIssues(call, validation)))
  if (overlay.relationships.length > 0)
    issues.push(...(await checkTargets(call, overlay.relationships, known.content, known.document)))
  // One unique field, and nothing else wrong: the index itself says the same, and asking it twice would cost a statement.
  const uniques = call.entity.table.indexes.filter((index) => index.unique).length
  if (uniques > 1 || (uniques === 1 && issues.length > 0)) {
    issues.push(...(await takenValues(call, content, old, before?.id)))
  }
  if (issues.length > 0)
    throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
  return content
}

/** A member that was taken out leaves a gap, and that something is required there would tell what the field is like. */
export function withoutRefused(issues: readonly Issue[], refused: readonly Issue[]): readonly Issue[] {
  if (refused.length === 0) return issues
  const paths = new Set(refused.map(({ path }) => path))
  return issues.filter(({ path }) => !isWithin(paths, path))
}

/** The fields' own `validate` functions, where nothing else is wrong with the value. */
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
