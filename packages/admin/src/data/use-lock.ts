import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isApiError } from './api-error.ts'
import { collection, lastCalls } from './client.ts'
import type { Lock } from './document.ts'
import { keys } from './use-documents.ts'

export interface LockState {
  readonly foreign: Lock | undefined
  /** No input is accepted. After a takeover this stays false for the grace period. */
  readonly isReadOnly: boolean
  readonly takeOver: () => void
}

/** Poll and renewal intervals. Locks expire after five minutes by default. */
const LOOK = 15_000
const RENEW = 60_000
/** Grace period in milliseconds in which an editor may finish typing after a takeover. */
const GRACE = 3000

export function lockQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: [...keys.collection(slug), 'lock', id],
    queryFn: async (): Promise<Lock | null> => (await collection(slug).readLock(id)).lock,
    retry: false,
  })
}

export function isForeign(lock: Lock | null | undefined): lock is Lock {
  return lock != null && !lock.mine && new Date(lock.expiresAt) > new Date()
}

/**
 * The lock of a document: acquired on the first edit, renewed while the editor works, and released when they
 * leave. Other users see the holder.
 */
export function useLock(slug: string, id: string | null, isEditing: boolean, isEnabled: boolean): LockState {
  const queries = useQueryClient()
  const known = id ?? ''
  const query = lockQuery(slug, known)
  const active = isEnabled && id !== null
  const { data: lock = null } = useQuery({ ...query, enabled: active, refetchInterval: LOOK })
  const take = useMutation({
    mutationFn: async (takeover: boolean) => (await collection(slug).lock(known, takeover ? { takeover } : {})).lock,
    onSuccess: (taken) => queries.setQueryData(query.queryKey, taken),
    onError: (error) => {
      if (isApiError(error, 'locked')) void queries.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  const foreign = isForeign(lock) ? lock : undefined
  const isTaken = foreign !== undefined
  const acquire = useEffectEvent(() => take.mutate(false))
  const release = useEffectEvent(() => {
    if (queries.getQueryData(query.queryKey)?.mine !== true) return
    // Fire and forget: the editor is leaving, and the lock expires anyway.
    void lastCalls
      .collection(slug)
      .releaseLock(known)
      .catch(() => undefined)
  })

  const mustHold = active && isEditing && !isTaken
  useEffect(() => {
    if (!mustHold) return undefined
    acquire()
    const timer = setInterval(() => acquire(), RENEW)
    return () => clearInterval(timer)
  }, [mustHold])

  useEffect(() => {
    if (!active) return undefined
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [active, slug, id])

  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isTaken) return undefined
    const timer = setTimeout(() => setOver(true), GRACE)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [isTaken])

  return { foreign, isReadOnly: isTaken && (isOver || !isEditing), takeOver: () => take.mutate(true) }
}
