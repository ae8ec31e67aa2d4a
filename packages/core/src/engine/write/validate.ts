import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import type { Call } from '../call.ts'
import { isWithin } from '../field-access.ts'
import { forApplication } from '../read/present.ts'
import { applyFields } from './apply.ts'
import { checkTargets } from './check-targets.ts'
import { type Overlay, startOverlay } from './overlay.ts'
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
  const { entity } = call
  const overlay = startOverlay(call, { checksBase: before === null && old !== null })
  const content = applyFields(overlay, entity.fields, data, old)
  const issues = [...refused, ...withoutRefused(overlay.issues.list, refused)]
  issues.push(...(await customIssues(call, overlay, data, before)))
  if (overlay.relationships.length > 0) issues.push(...(await checkTargets(call, overlay.relationships, old, before)))
  // One unique field, and nothing else wrong: the index itself says the same, and asking it twice would cost a statement.
  const uniques = entity.table.indexes.filter((index) => index.unique).length
  if (uniques > 1 || (uniques === 1 && issues.length > 0)) {
    issues.push(...(await takenValues(call, content, before ? old : null, before?.id)))
  }
  if (issues.length > 0)
    throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
  return content
}

/** A member that was taken out leaves a gap, and that something is required there would tell what the field is like. */
function withoutRefused(issues: readonly Issue[], refused: readonly Issue[]): readonly Issue[] {
  if (refused.length === 0) return issues
  const paths = new Set(refused.map(({ path }) => path))
  return issues.filter(({ path }) => !isWithin(paths, path))
}

/** The fields' own `validate` functions, where nothing else is wrong with the value. */
async function customIssues(
  call: Call,
  { validated, issues: found }: Overlay,
  data: JsonObject,
  before: StoredDocument | null,
): Promise<Issue[]> {
  const issues: Issue[] = []
  if (validated.length === 0) return issues
  const doc = before ? forApplication(call, before) : undefined
  for (const { node, value, path } of validated) {
    if (found.isWithin(path)) continue
    const verdict = await node.options.validate?.({ value, data, doc, actor: call.caller.actor, path })
    if (typeof verdict === 'string') issues.push({ code: 'custom', path, message: verdict })
  }
  return issues
}
