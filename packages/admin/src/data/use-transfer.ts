import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Transfer } from '@quire/sdk'
import { useEffect, useState } from 'react'
import { collection, request } from './client.ts'
import { keys } from './use-documents.ts'

const LOOK_EVERY = 1_000

export const isUnderWay = (transfer: Transfer | undefined): boolean =>
  transfer?.status === 'pending' || transfer?.status === 'running'

/** Apart from what is read of the collection: it is asked again and again, and changes nothing there by itself. */
const keyOf = (slug: string, id: string) => ['transfers', slug, id] as const

/** Work on many documents, from its start to its end: how far it is, and how to end it early. */
export function useTransfer(slug: string) {
  const queries = useQueryClient()
  const [id, setId] = useState<string>()
  const looking = useQuery({
    queryKey: keyOf(slug, id ?? ''),
    queryFn: () => collection(slug).transfer(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY : false),
  })
  const starting = useMutation({
    mutationFn: (start: () => Promise<Transfer>) => start(),
    onSuccess: (transfer) => {
      queries.setQueryData(keyOf(slug, transfer.id), transfer)
      setId(transfer.id)
    },
  })
  const cancelling = useMutation({
    mutationFn: ({ jobId }: Transfer) => request('POST', `/api/jobs/${jobId}/cancel`),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(slug, id ?? '') }),
  })
  const transfer = id === undefined ? undefined : looking.data
  const isDone = transfer !== undefined && !isUnderWay(transfer)
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: keys.collection(slug) })
  }, [isDone, queries, slug])
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

/** What the user has asked for in this collection. */
export function useTransfers(slug: string) {
  return useQuery({
    queryKey: ['transfers', slug],
    queryFn: async () => (await collection(slug).transfers()).transfers,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_EVERY : false),
  })
}

/** Where a file of it is fetched. */
export function transferAddress(slug: string, id: string, file: 'content' | 'issues'): string {
  return `/api/transfers/collections/${slug}/${id}/${file}`
}
