import type { ChangeableDocument } from '../../contracts/document-changes.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { Call } from '../call.ts'
import type { Permission } from '../../contracts/operation.ts'
import { lockPermitted } from '../read/find-document.ts'

/** Loads the document that the call changes, after its rule and guards allowed it. */
export async function findForChange(
  call: Call,
  unit: Unit,
  permission: Permission,
  data?: JsonObject,
): Promise<ChangeableDocument> {
  return askGuards(call, unit, await lockPermitted(call, permission, data))
}

/** Asks the guards of a document's entity, which may be another than the call's: a deletion clears references elsewhere. */
export async function askGuards(
  call: Call,
  unit: Unit,
  document: StoredDocument,
  entity: Entity<Call> = call.entity,
): Promise<ChangeableDocument> {
  for (const guard of entity.guards) await guard(entity === call.entity ? call : { ...call, entity }, unit, document)
  return document as ChangeableDocument
}
