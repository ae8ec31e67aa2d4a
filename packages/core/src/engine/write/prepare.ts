import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Reference, StoredDocument } from '../../contracts/storage.ts'
import type { Call } from '../call.ts'
import { deniedFields, hasFieldRules } from '../field-access.ts'
import { hasHooks, runDataHooks } from '../hooks.ts'
import { asEvaluated, forApplication } from '../read/present.ts'
import { admit } from './admit.ts'
import { applyFields } from './apply.ts'
import { checkTargets } from './check-targets.ts'
import { withDefaults } from './defaults.ts'
import { emptyGroups } from './empty-groups.ts'
import { hasFieldHooks, runFieldHooks } from './field-hooks.ts'
import { type Overlay, startOverlay } from './overlay.ts'
import { collectReferences } from './references.ts'
import { takenValues } from './unique-values.ts'

/** Content that passed everything and can be stored. */
export interface PreparedContent {
  readonly json: string
  readonly references: readonly Reference[]
  /** The input after the hooks, for the hooks that follow. */
  readonly data: JsonObject
}

/**
 * From a client's input to content that can be stored, in the contract's order: what may not be sent → defaults → `beforeValidate`
 * → validation, with all issues at once → `beforeChange`. `before` is null for a new document; `base` is the content that the input
 * is laid over (a duplicate starts from another document's).
 */
export async function prepare(
  call: Call,
  input: JsonObject,
  before: StoredDocument | null,
  base: JsonObject | null = null,
): Promise<PreparedContent> {
  const { entity } = call
  const old = before ? (JSON.parse(before.json) as JsonObject) : base
  const right = before ? 'update' : 'create'
  const isRuled = hasFieldRules(entity, right)
  const subject = {
    id: before?.id,
    doc: before && (isRuled || isHooked(entity)) ? forApplication(call, before) : undefined,
  }
  const denied = isRuled
    ? await deniedFields(call, entity, right, { ...subject, data: input }, before ? asEvaluated(entity, before) : null)
    : null
  const refused = admit(call, input, denied, before === null)

  let data = await withDefaults(call, entity.fields, emptyGroups(call, input, denied), old)
  data = await runFieldHooks(call, 'beforeValidate', { ...subject, data })
  data = await runDataHooks(call, 'beforeValidate', { ...subject, data })
  let content = await validate(call, data, old, before, refused)

  if (hasFieldHooks(entity, 'beforeChange') || hasHooks(entity, 'beforeChange')) {
    data = await runFieldHooks(call, 'beforeChange', { ...subject, data })
    data = await runDataHooks(call, 'beforeChange', { ...subject, data })
    // Hooks may store what clients may not send, but never what the fields cannot hold.
    content = await validate(call, data, old, before, [])
  }
  return { json: JSON.stringify(content), references: collectReferences(entity.fields, content), data }
}

function isHooked(entity: Call['entity']): boolean {
  return (['beforeValidate', 'beforeChange'] as const).some(
    (name) => hasHooks(entity, name) || hasFieldHooks(entity, name),
  )
}

/** What a new document may not be given by whoever calls. */
export async function refusedInput(call: Call, input: JsonObject): Promise<Issue[]> {
  return admit(call, input, await deniedFields(call, call.entity, 'create', { data: input }, null), true)
}

async function validate(
  call: Call,
  data: JsonObject,
  old: JsonObject | null,
  before: StoredDocument | null,
  refused: readonly Issue[],
): Promise<JsonObject> {
  const { entity } = call
  const overlay = startOverlay(call, { checksBase: before === null && old !== null })
  const content = applyFields(overlay, entity.fields, data, old)
  const issues = [...refused, ...overlay.issues.list]
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
