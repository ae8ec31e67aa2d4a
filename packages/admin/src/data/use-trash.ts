import { useMutation, useQueryClient } from '@tanstack/react-query'
import { collection } from './client.ts'
import { keys } from './use-documents.ts'

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
    mutationFn: () => collection(slug).emptyTrash(),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.collection(slug) }),
  })
}
