import { isDeepStrictEqual } from 'node:util'
import {
  admit,
  ask,
  type Call,
  deniedPaths,
  flatten,
  forApplication,
  isObject,
  type JsonObject,
  type JsonValue,
  matches,
  parseJson,
  type StoredDocument,
  withDefaults,
} from '@quirecms/core/feature'
import type { InvitationRow } from './invitation-table.ts'

export interface Invited {
  readonly stored: StoredDocument
  readonly row: InvitationRow
}

interface InvitationCheck {
  readonly stored: StoredDocument
  readonly row: Pick<InvitationRow, 'creatorCollection' | 'creatorId'>
}

/**
 * Whether the caller could have invited this user. Asks the `create` rules of the collection and its fields about the
 * user's current document: an actor who may not assign a role must not resend or withdraw an invitation of a user
 * with that role. The creator of the invitation always could, whatever hooks have added.
 */
export async function couldInvite(call: Call, { stored, row }: InvitationCheck): Promise<boolean> {
  const doc = forApplication(call, stored)
  const allowed = await ask(call, 'create', { id: stored.id, data: doc, doc })
  if (!(await matches(call, stored.id, allowed))) return false
  const { actor, system } = call.caller
  if (system || (actor && row.creatorCollection === actor.collection && row.creatorId === actor.id)) return true
  return mayWriteAll(call, stored, doc)
}

/**
 * Hidden fields have no visible rule, and the caller could not have sent them: their values came from an actor with
 * more rights.
 */
async function mayWriteAll(call: Call, stored: StoredDocument, doc: JsonObject): Promise<boolean> {
  const { entity, caller } = call
  const hidden = flatten(entity.fields).filter((node) => node.hidden)
  const ruled = await deniedPaths(call, 'create', null, { id: stored.id, data: doc, doc })
  const denied = new Set([...(ruled ?? []), ...hidden.map(({ path }) => path)])
  if (denied.size === 0) return true
  // Check the stored document: every locale, and unreadable fields. The system may write hidden fields.
  const locale = call.locale && { ...call.locale, all: true }
  const whole = { ...call, locale, caller: { ...caller, system: true } } as Call
  const usual = await withDefaults(whole, entity.fields, {}, null)
  const given = beyond(parseJson(stored.json) as JsonObject, usual)
  return admit(whole, given, denied, true).issues.every(({ code }) => code !== 'forbidden')
}

/** Values that differ from the defaults of a new document. */
function beyond(value: JsonObject, usual: JsonValue | undefined): JsonObject {
  const before = isObject(usual) ? usual : {}
  const given: JsonObject = {}
  for (const [name, one] of Object.entries(value)) {
    if (one === null || isDeepStrictEqual(one, before[name]) || (Array.isArray(one) && one.length === 0)) continue
    const inside = isObject(one) ? beyond(one, before[name]) : one
    if (!isObject(inside) || Object.keys(inside).length > 0) given[name] = inside
  }
  return given
}
