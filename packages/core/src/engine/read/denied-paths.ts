import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Subject } from '../access.ts'
import type { Call } from '../call.ts'
import { deniedFields, type DeniedPaths, hasFieldRules } from '../field-access.ts'
import { asEvaluated, forApplication } from './read-form.ts'

/**
 * The fields of a document that the caller may not read, create or update, by path without indexes; null if there are
 * none. `about` has what is written, and `doc` if the caller has made it already; for a new document, there is no
 * stored one.
 *
 * @example
 * const denied = await deniedPaths(call, 'update', before)
 * if (isWithin(denied, 'price')) throw refusalOf(call)
 */
export async function deniedPaths(
  call: Call,
  right: 'read' | 'create' | 'update',
  document: StoredDocument | null,
  about: Subject = {},
): Promise<DeniedPaths> {
  const { entity } = call
  if (!hasFieldRules(entity, right)) return null
  if (!document) return deniedFields(call, entity, right, about, null)
  const subject = { id: document.id, ...about, doc: about.doc ?? forApplication(call, document) }
  return deniedFields(call, entity, right, subject, asEvaluated(entity, document))
}
