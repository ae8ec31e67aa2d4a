import type { RuleName } from '../../contracts/access.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { ask } from '../access.ts'
import type { Call } from '../call.ts'
import { deniedInQueries } from '../field-access.ts'
import { redact, toReadForm } from './read-form.ts'

/** A document in its public form: all fields that are not hidden, in all locales. */
export function publicDocument({ entity, runtime: { manifest } }: Call, document: StoredDocument): JsonObject {
  const locales = manifest.localization?.locales
  const doc = toReadForm(entity, document, locales ? { all: true, locales } : null)
  redact(entity.fields, doc, { denied: null, showHidden: false, byLocale: locales !== undefined })
  return doc
}

/**
 * Whether the caller may read all documents of an entity, with drafts and all visible fields. For copies that are
 * stored elsewhere, because rules can't be asked about former states.
 */
export async function canReadEverything(call: Call, entity: Entity<Call>): Promise<boolean> {
  for (const rule of ['read', 'readDrafts'] as const) if (!(await allowsAll(call, rule, entity))) return false
  return (await deniedInQueries(call, entity)) === null
}

/** Whether the caller's right to read an entity is unconditional, apart from drafts and single fields. */
export function hasFullRead(call: Call, entity: Entity<Call>): Promise<boolean> {
  return allowsAll(call, 'read', entity)
}

/**
 * Whether the actor may manage API keys of other users in the admin collection, which by default includes seeing their
 * actions. A key's scopes need not name this right, because they name the plugin's operations.
 */
export async function canManageKeys(call: Call): Promise<boolean> {
  const { admins, collections } = call.runtime.manifest
  const entity = admins === null ? undefined : collections[admins]
  const { scopes: _, ...caller } = call.caller
  return entity !== undefined && allowsAll({ ...call, caller }, 'manageKeys', entity)
}

async function allowsAll(call: Call, rule: RuleName, entity: Entity<Call>): Promise<boolean> {
  try {
    return (await ask(call, rule, {}, entity)).kind === 'always'
  } catch {
    // The rule reads the document.
    return false
  }
}
