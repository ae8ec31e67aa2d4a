import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { users } from './client.ts'
import type { Input } from './document.ts'
import { keys, refreshCollection } from './use-documents.ts'
import { useOnce } from './use-once.ts'
import type { EntitySchema } from './schema.ts'
import { seesSignIns, useRights } from './use-rights.ts'

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

/** When these users last signed in, by their ids; undefined while loading. */
export function useSignIns(
  entity: EntitySchema,
  ids: readonly string[],
): Readonly<Record<string, string | undefined>> | undefined {
  const isEnabled = seesSignIns(entity, useRights(entity.slug))
  const { data } = useQuery({
    queryKey: [...keys.collection(entity.slug), 'sign-ins', ids],
    queryFn: () => users(entity.slug).signIns({ ids: [...ids] }),
    enabled: isEnabled,
    retry: false,
  })
  return data && Object.fromEntries(data.docs.map(({ id, lastSignInAt }) => [id, lastSignInAt]))
}
