import { useCounts } from '../../data/start.ts'
import { may } from '../../data/use-documents.ts'
import { type Rights, useRightsOf } from '../../data/use-rights.ts'

/** Number of documents in the trash of each collection: null without access, undefined while loading. */
export function useTrashCounts(
  slugs: readonly string[],
  isAsked = true,
): Readonly<Record<string, number | null | undefined>> {
  const rights = useRightsOf(slugs)
  const counts = useCounts({ trash: true, isAsked })
  return Object.fromEntries(
    slugs.map((slug) => [slug, rights[slug] && !mayLookIntoTrash(rights[slug]) ? null : counts?.[slug]]),
  )
}

/** Whether the actor may see the trash, which requires the rights to delete and to read. */
export function mayLookIntoTrash(rights: Rights | undefined): boolean {
  return may(rights, 'delete') && may(rights, 'read')
}
