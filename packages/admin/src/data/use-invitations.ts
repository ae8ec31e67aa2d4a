import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { users } from './client.ts'
import type { Input } from './document.ts'
import { keys, refreshCollection } from './use-documents.ts'
import { useOnce } from './use-once.ts'

/** Page size limit of the service. */
const MANY = 100

/** Below the collection's key, so that invalidating its users invalidates these too. */
const invitationsQueryKey = (slug: string) => [...keys.collection(slug), 'invitations']

export function useInvitations(slug: string, isEnabled: boolean) {
  return useQuery({
    queryKey: invitationsQueryKey(slug),
    queryFn: () => users(slug).invitations({ limit: MANY }),
    enabled: isEnabled,
    retry: false,
  })
}

export function useInvite(slug: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: (data: Input) => users(slug).invite({ data }),
    onSuccess: () => refreshCollection(queries, slug),
  })
}

export function useResendInvitation(slug: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: (id: string) => users(slug).resendInvitation(id),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQueryKey(slug) }),
  })
}

/** The response with the link is not cached. */
export function useInvitationLink(slug: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: (id: string) => users(slug).invitationLink(id),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQueryKey(slug) }),
  })
}

export function useWithdrawInvitation(slug: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => users(slug).withdrawInvitation(id),
    onSettled: () => refreshCollection(queries, slug),
  })
}
