import type { StoredDocument } from '../../contracts/document-storage.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../call.ts'
import { deniedFields } from '../field-access.ts'
import { asEvaluated, forApplication, redact } from '../read/read-form.ts'
import { admit, type PreparedContent, readyToStore } from './prepare.ts'
import { applyFields } from './apply.ts'
import { checkTargets } from './check-targets.ts'
import { emptyGroups, withDefaults } from './defaults.ts'
import { startOverlay } from './overlay.ts'
import { settleChanges } from './relative-changes.ts'
import { customIssues, withoutRefused } from './validate.ts'

/**
 * The document as it would be after saving this input as a draft: incomplete and taken values are allowed, and no write
 * hooks run. Merges only into content that the writer can read: otherwise, a rule that reads the document could reveal
 * more. `targetsFor` is the call that reads new targets.
 */
export async function unsavedDocument(
  call: Call,
  input: JsonObject,
  stored: StoredDocument,
  targetsFor: Call = call,
): Promise<{ readonly document: StoredDocument } & Pick<PreparedContent, 'references'>> {
  const { entity } = call
  const { fields } = entity
  const old = await readableContent(call, stored)
  const settled = settleChanges(call, input, old)
  const subject = { id: stored.id, doc: forApplication(call, stored), data: settled.data }
  const denied = await deniedFields(call, entity, 'update', subject, asEvaluated(entity, stored))
  const admission = admit(call, input, denied, false)
  const { data: given, lists, issues } = settleChanges(call, admission.rest(), old)
  const refused = [...admission.issues, ...issues]
  const writing: Call = { ...call, changedLists: lists }
  const data = await withDefaults(call, fields, emptyGroups(call, given, old, denied), old)
  const overlay = { ...startOverlay(writing, { checksBase: false }), mayBeIncomplete: true }
  const content = applyFields(overlay, fields, data, old)
  const found = [...refused, ...withoutRefused(overlay.issues.list, refused)]
  found.push(...(await customIssues(writing, { overlay, data, content, before: stored })))
  found.push(...(await checkTargets(targetsFor, { values: overlay.relationships, old, before: stored })))
  if (found.length > 0)
    throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues: found })
  const { json, shape, references } = readyToStore(entity, content)
  return { document: { ...stored, json, shape }, references }
}

async function readableContent(call: Call, stored: StoredDocument): Promise<JsonObject> {
  const { entity, runtime } = call
  const content = parseJson(stored.json) as JsonObject
  const subject = { id: stored.id, doc: forApplication(call, stored) }
  const denied = await deniedFields(call, entity, 'read', subject, asEvaluated(entity, stored))
  redact(entity.fields, content, { denied, showHidden: true, byLocale: runtime.manifest.localization !== null })
  return content
}
