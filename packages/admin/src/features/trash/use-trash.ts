import { useMutation, useQueryClient } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import { keys } from '../../data/use-documents.ts'
import { useOnce } from '../../data/use-once.ts'

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
