import { useMutation, useQueryClient } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import { keys } from '../../data/use-documents.ts'

type Fate = 'restoreDeleted' | 'deletePermanent' | 'delete'

/** Decides over one document of a collection with a trash; `delete` puts it back there. */
export function useFate(slug: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, fate }: { readonly id: string; readonly fate: Fate }): Promise<void> => {
      await collection(slug)[fate](id)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.collection(slug) }),
  })
}

export function useEmptyTrash(slug: string) {
  const queries = useQueryClient()
  return useMutation({
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
