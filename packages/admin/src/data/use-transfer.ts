import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Transfer } from '@quirecms/sdk'
import { useEffect, useState } from 'react'
import { attend, leave, useAttended } from './attended-transfers.ts'
import { collection, request } from './client.ts'
import { expectTransfers, expectsTransfers, forgetTransfers } from './expected-transfers.ts'
import { keys } from './use-documents.ts'
import { useOnce } from './use-once.ts'

const LOOK_EVERY = 1_000

export const isUnderWay = (transfer: Transfer | undefined): boolean =>
  transfer?.status === 'pending' || transfer?.status === 'running'

/** A key apart from the collection's: polling must not invalidate it, nor the other way round. */
const keyOf = (slug: string, id: string) => ['transfers', slug, id] as const
const allKey = (slug: string) => ['transfers', slug] as const
const expectedKey = (slug: string) => ['transfers', slug, 'expected'] as const

export function useTransfer(slug: string) {
  const queries = useQueryClient()
  const [id, setId] = useState<string>()
  const looking = useQuery({
    queryKey: keyOf(slug, id ?? ''),
    queryFn: () => collection(slug).transfer(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY : false),
  })
  const starting = useOnce({
    mutationFn: (start: () => Promise<Transfer>) => start(),
    onSuccess: (transfer) => {
      queries.setQueryData(keyOf(slug, transfer.id), transfer)
      setId(transfer.id)
      // Mark it first: a list that was read earlier would report it as finished.
      queries.setQueryData<readonly Transfer[]>(allKey(slug), (before) => before && [transfer, ...before])
      expectTransfers(slug)
      queries.setQueryData(expectedKey(slug), true)
    },
  })
  const cancelling = useMutation({
    mutationFn: cancelTransfer,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(slug, id ?? '') }),
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
