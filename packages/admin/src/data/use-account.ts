import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { account, collection, users } from './client.ts'
import type { Input, Session } from './document.ts'
import { keys } from './use-documents.ts'
import { useSession } from './use-session.ts'
import { useOnce } from './use-once.ts'

const sessionsKey = ['me', 'sessions']
/** Limit of listed sessions. */
const MANY = 100

export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: () => account.sessions({ limit: MANY }) })
}

export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => account.endSession(id),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Changing the password signs out all sessions, so this browser signs in again. */
export function useChangePassword() {
  const { user, collection: slug } = useSession()
  const queries = useQueryClient()
  return useOnce({
    mutationFn: async (request: { readonly currentPassword: string; readonly newPassword: string }) => {
      await account.changePassword(request)
      try {
        await users(slug).login({ email: user.email, password: request.newPassword })
        return { isIn: true }
      } catch (error) {
        // The password was changed, but the user must sign in again with a second factor.
        if (isApiError(error, 'second_factor')) return { isIn: false }
        throw error
      }
    },
    onSuccess: async ({ isIn }) => (isIn ? queries.invalidateQueries({ queryKey: ['me'] }) : undefined),
  })
}

export function useChangeMe() {
  const { user, collection: slug } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (data: Input) => collection(slug).update(user.id, data, { ifMatch: user.revision }),
    onSuccess: (doc) => {
      queries.setQueryData<Session | null>(['me'], (me) => me && { ...me, user: { ...doc, email: me.user.email } })
      return queries.invalidateQueries({ queryKey: keys.collection(slug) })
    },
  })
}
