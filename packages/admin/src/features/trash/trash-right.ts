import { may } from '../../data/use-documents.ts'
import type { Rights } from '../../data/use-rights.ts'

/** Whether the actor may see the trash, which requires the rights to delete and to read. */
export function mayLookIntoTrash(rights: Rights | undefined): boolean {
  return may(rights, 'delete') && may(rights, 'read')
}
