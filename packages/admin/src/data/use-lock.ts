import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isApiError } from './api-error.ts'
import { collection } from './client.ts'
import type { Lock } from './document.ts'
import { keys } from './use-documents.ts'

export interface LockState {
  /** Somebody else holds it. */
  readonly foreign: Lock | undefined
  readonly takeOver: () => void
}

/** How often to look who is there, and to renew one's own. Locks last five minutes unless the application says otherwise. */
const LOOK = 15_000
const RENEW = 60_000

/**
 * The lock of a document. It is taken when somebody begins to edit, renewed as long as they do, and given back when they
 * leave; until then, others see who it is.
 */
export function useLock(slug: string, id: string | null, isEditing: boolean, isEnabled: boolean): LockState {
  const queries = useQueryClient()
  const queryKey = [...keys.collection(slug), 'lock', id]
  const known = id ?? ''
  const active = isEnabled && id !== null
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await collection(slug).readLock(known)).lock,
    enabled: active,
    refetchInterval: LOOK,
    retry: false,
  })
  const lock = data ?? null
  const take = useMutation({
    mutationFn: async (takeover: boolean) => (await collection(slug).lock(known, takeover ? { takeover } : {})).lock,
    onSuccess: (taken) => queries.setQueryData(queryKey, taken),
    onError: (error) => {
      if (isApiError(error, 'locked')) void queries.invalidateQueries({ queryKey })
    },
  })
  const isForeign = lock !== null && !lock.mine && new Date(lock.expiresAt) > new Date()
  const acquire = useEffectEvent(() => take.mutate(false))
  const release = useEffectEvent(() => {
    // Nobody waits for it: whoever leaves has nothing more to do here.
    void collection(slug)
      .releaseLock(known)
      .catch(() => undefined)
  })

  const mustHold = active && isEditing && !isForeign
  useEffect(() => {
    if (!mustHold) return undefined
    acquire()
    const timer = setInterval(() => acquire(), RENEW)
    return () => clearInterval(timer)
  }, [mustHold])

  const isMine = lock?.mine === true
  useEffect(() => {
    if (!isMine) return undefined
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [isMine, slug, id])

  return { foreign: isForeign ? lock : undefined, takeOver: () => take.mutate(true) }
}
