import { useMutation, useQueryClient } from '@tanstack/react-query'
import { users } from './client.ts'
import type { Input } from './document.ts'
import { refreshCollection } from './refresh.ts'
import { useOnce } from './use-once.ts'

/** Service accounts have no password; nor do users of collections with provider sign-in only. */
type NewUser = { readonly data: Input } & ({ readonly password?: string } | { readonly kind: 'service' })

export function useCreateUser(slug: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: (request: NewUser) => users(slug).createUser(request),
    onSuccess: () => refreshCollection(queries, slug),
  })
}

export function useUnlock(slug: string) {
  return useMutation({ mutationFn: (id: string) => users(slug).unlock(id) })
}

export function useSendRecovery(slug: string) {
  return useOnce({ mutationFn: (email: string) => users(slug).forgotPassword({ email }) })
}
