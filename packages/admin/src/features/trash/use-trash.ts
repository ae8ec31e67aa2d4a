import { useMutation, useQueryClient } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import { keys } from '../../data/use-documents.ts'
import { useOnce } from '../../data/use-once.ts'

type Fate = 'restoreDeleted' | 'deletePermanent' | 'delete'

interface FateOf {
  readonly id: string
  readonly fate: Fate
  /** The revision that was looked at. What others have made of it since is not decided over unseen. */
  readonly ifMatch: number
}

/** Decides over one document of a collection with a trash; `delete` puts it back there. */
export function useFate(slug: string) {
  const queries = useQueryClient()
  return useMutation({
    /** Answers with its revision, if there still is one. */
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
