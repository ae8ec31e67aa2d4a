import { useMutation, useQueryClient } from '@tanstack/react-query'
import { users } from './client.ts'
import type { Input } from './document.ts'
import { refreshCollection } from './refresh.ts'
import { useOnce } from './use-once.ts'

/** A service account has no password, and neither has anybody where people sign in with providers alone. */
type NewUser = { readonly data: Input } & ({ readonly password?: string } | { readonly kind: 'service' })

export function useCreateUser(slug: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: (request: NewUser) => users(slug).createUser(request),
    onSuccess: () => refreshCollection(queries, slug),
  })
}

/** Lets somebody try again who mistyped too often. */
export function useUnlock(slug: string) {
  return useMutation({ mutationFn: (id: string) => users(slug).unlock(id) })
}

/** Sends the mail with which somebody sets a new password. */
export function useSendRecovery(slug: string) {
  return useOnce({ mutationFn: (email: string) => users(slug).forgotPassword({ email }) })
}
