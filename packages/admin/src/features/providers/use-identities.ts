import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { toast, toastError } from '../../design/toasts.tsx'
import { useWords } from '../../words/use-words.ts'
import { providersWords } from './words.ts'

/** An account at a provider. */
export interface Identity {
  readonly id: string
  readonly label: string
  readonly email: string | null
  readonly lastUsedAt: string
}

interface IdentityOwner {
  readonly key: QueryKey
  readonly list: (query: { limit: number }) => Promise<{ readonly docs: readonly Identity[] }>
  readonly remove: (id: string) => Promise<unknown>
  /** Message if the provider is the only way to sign in. */
  readonly lastWay: string
}

/** Larger than any real number of linked providers. */
const MANY = 100

export function useIdentities({ key, list, remove, lastWay }: IdentityOwner) {
  const said = useWords(providersWords)
  const errors = useWords(errorWords)
  const queries = useQueryClient()
  const identities = useQuery({
    queryKey: key,
    queryFn: async (): Promise<readonly Identity[]> => (await list({ limit: MANY })).docs,
    retry: false,
  })
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: () => toast(said.removed),
    onError: (error) => toastError(isApiError(error, 'conflict') ? lastWay : explain(error, errors)),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  return { identities, removing }
}
