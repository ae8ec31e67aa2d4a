import { may } from '../../data/use-documents.ts'
import type { Rights } from '../../data/use-rights.ts'

/** The trash rests on the right to delete, and who may read nothing sees nothing there either. */
export function mayLookIntoTrash(rights: Rights | undefined): boolean {
  return may(rights, 'delete') && may(rights, 'read')
}
