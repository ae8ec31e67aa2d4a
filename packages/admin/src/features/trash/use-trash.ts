import { useMutation, useQueryClient } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import { keys, may } from '../../data/use-documents.ts'
import { useOnce } from '../../data/use-once.ts'
import { useCounts } from '../../data/start.ts'
import { type Rights, useRightsOf } from '../../data/use-rights.ts'

type Fate = 'restoreDeleted' | 'deletePermanent' | 'delete'

interface FateOf {
  readonly id: string
  readonly fate: Fate
  /** The displayed revision. Newer changes by others are not overwritten unseen. */
  readonly ifMatch: number
}

/** Restores or permanently deletes a document; `delete` moves it back to the trash. */
export function useFate(slug: string) {
  const queries = useQueryClient()
  return useMutation({
    /** Returns the new revision, if the document still exists. */
    mutationFn: async ({ id, fate, ifMatch }: FateOf): Promise<number | undefined> => {
      const left = await collection(slug)[fate](id, { ifMatch })
      return 'revision' in left ? left.revision : undefined
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.collection(slug) }),
  })
}

export function useEmptyTrash(slug: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: async (): Promise<{ deleted: number }> => {
      // A full trash takes more than one request.
      for (let deleted = 0; ; ) {
        const emptied = await collection(slug).emptyTrash()
        deleted += emptied.deleted
        if (emptied.remaining === undefined || emptied.deleted === 0) return { deleted }
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.collection(slug) }),
  })
}

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
