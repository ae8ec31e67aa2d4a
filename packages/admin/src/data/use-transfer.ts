import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Transfer } from '@quirecms/sdk'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { collection, request } from './client.ts'
import { keys } from './use-documents.ts'
import { useOnce } from './use-once.ts'

/**
 * Transfers whose result a dialog shows or has shown. Replaced, never mutated, so that subscribers see a new identity.
 */
let attended: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function change(next: ReadonlySet<string>): void {
  attended = next
  for (const tell of listeners) tell()
}

function attend(id: string): void {
  change(new Set([...attended, id]))
}

/** After its dialog is closed, the list reports the end of the transfer. */
function leave(id: string): void {
  change(new Set([...attended].filter((one) => one !== id)))
}

function useAttended(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => attended)
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

const expectationKey = (slug: string) => `quire/transfers/${slug}`

/** Remembers that this browser started a transfer, so that the list asks for running ones when it is opened again. */
function expectTransfers(slug: string): void {
  try {
    localStorage.setItem(expectationKey(slug), '1')
  } catch {
    // Without storage, the transfer is still listed in the dialogs.
  }
}

function expectsTransfers(slug: string): boolean {
  try {
    return localStorage.getItem(expectationKey(slug)) !== null
  } catch {
    return false
  }
}

function forgetTransfers(slug: string): void {
  try {
    localStorage.removeItem(expectationKey(slug))
  } catch {
    // No stored value.
  }
}

const LOOK_EVERY = 1_000

export const isUnderWay = (transfer: Transfer | undefined): boolean =>
  transfer?.status === 'pending' || transfer?.status === 'running'

/** A key apart from the collection's: polling must not invalidate it, nor the other way round. */
const transferQueryKey = (slug: string, id: string) => ['transfers', slug, id] as const
const allKey = (slug: string) => ['transfers', slug] as const
const expectedKey = (slug: string) => ['transfers', slug, 'expected'] as const

export function useTransfer(slug: string) {
  const queries = useQueryClient()
  const [id, setId] = useState<string>()
  const looking = useQuery({
    queryKey: transferQueryKey(slug, id ?? ''),
    queryFn: () => collection(slug).transfer(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY : false),
  })
  const starting = useOnce({
    mutationFn: (start: () => Promise<Transfer>) => start(),
    onSuccess: (transfer) => {
      queries.setQueryData(transferQueryKey(slug, transfer.id), transfer)
      setId(transfer.id)
      // Mark it first: a list that was read earlier would report it as finished.
      queries.setQueryData<readonly Transfer[]>(allKey(slug), (before) => before && [transfer, ...before])
      expectTransfers(slug)
      queries.setQueryData(expectedKey(slug), true)
    },
  })
  const cancelling = useMutation({
    mutationFn: cancelTransfer,
    onSettled: () => queries.invalidateQueries({ queryKey: transferQueryKey(slug, id ?? '') }),
  })
  const transfer = id === undefined ? undefined : looking.data
  const isDone = transfer !== undefined && !isUnderWay(transfer)
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: keys.collection(slug) })
  }, [isDone, queries, slug])
  useEffect(() => {
    if (id === undefined) return undefined
    attend(id)
    return () => {
      if (!isDone) leave(id)
    }
  }, [id, isDone])
  return {
    transfer,
    start: starting.mutate,
    isStarting: starting.isPending,
    error: starting.error ?? looking.error,
    cancel: () => transfer && cancelling.mutate(transfer),
    isCancelling: cancelling.isPending,
    forget: () => {
      setId(undefined)
      starting.reset()
    },
  }
}

export function useTransfers(slug: string) {
  return useQuery({
    queryKey: allKey(slug),
    queryFn: async () => (await collection(slug).transfers()).transfers,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_EVERY : false),
  })
}

/** Running transfers without an open dialog that were started in this browser. */
export function useLeftTransfers(slug: string): readonly Transfer[] {
  const queries = useQueryClient()
  const attended = useAttended()
  const expected = useQuery({
    queryKey: expectedKey(slug),
    queryFn: () => expectsTransfers(slug),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = useQuery({
    queryKey: allKey(slug),
    queryFn: async () => (await collection(slug).transfers()).transfers,
    enabled: expected.data === true,
    refetchInterval: LOOK_EVERY,
  })
  const isOver = data !== undefined && !data.some(isUnderWay)
  useEffect(() => {
    if (!isOver || expected.data !== true) return
    forgetTransfers(slug)
    queries.setQueryData(expectedKey(slug), false)
    void queries.invalidateQueries({ queryKey: keys.collection(slug) })
  }, [isOver, expected.data, queries, slug])
  return data?.filter(({ id, dryRun }) => !dryRun && !attended.has(id)) ?? []
}

export function cancelTransfer({ jobId }: Transfer): Promise<unknown> {
  return request('POST', `/api/jobs/${jobId}/cancel`)
}

export function transferAddress(slug: string, id: string, file: 'content' | 'issues'): string {
  return `/api/transfers/collections/${slug}/${id}/${file}`
}
