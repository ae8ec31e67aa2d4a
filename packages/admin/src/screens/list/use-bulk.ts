import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { collection, find } from '../../data/client.ts'
import type { BulkFailure, BulkOutcome, Input } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'
import { toast, toastError } from '../../design/toasts.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { removalOf } from '../present-features.ts'
import type { ListState } from './list-state.ts'
import type { Selection } from './use-selection.ts'

export type BulkAction = 'update' | 'publish' | 'unpublish' | 'delete' | 'restoreDeleted'

/** What one call may hold. */
const BATCH = 100

/** Runs an action over everything that is selected, in batches, and says how each document fared. */
export function useBulk(entity: EntitySchema, state: ListState, selection: Selection) {
  const said = useWords(listWords)
  const errors = useWords(errorWords)
  const { undo } = useWords(sharedWords)
  const removal = removalOf(entity)
  const queries = useQueryClient()
  const api = collection(entity.slug)
  const [progress, setProgress] = useState<{ done: number; all: number }>()
  const [failures, setFailures] = useState<readonly BulkFailure[]>([])
  const [isCollecting, setCollecting] = useState(false)

  const outcomes: Record<BulkAction, (values: { readonly count: number }) => string> = {
    update: said.changedMany,
    publish: said.published,
    unpublish: said.unpublished,
    delete: ({ count }) => removal?.done(count) ?? said.deleted({ count }),
    restoreDeleted: ({ count }) => removal?.undone(count) ?? '',
  }

  async function runBatch(action: BulkAction, ids: readonly string[], data?: Input): Promise<readonly BulkOutcome[]> {
    const { locale } = state.search
    if (action !== 'update' || locale === undefined) {
      return (await api.bulk({ action, ids, ...(data && { data }) })).results
    }
    // A bulk call writes the default language; another one is written document by document.
    const results: BulkOutcome[] = []
    for (const id of ids) results.push(await updateOne(id, data ?? {}, locale))
    return results
  }

  async function updateOne(id: string, data: Input, locale: string): Promise<BulkOutcome> {
    try {
      await api.update(id, data, { locale })
      return { id, ok: true }
    } catch (error) {
      // What the service didn't say, it would not say of the next document either.
      if (!isApiError(error) || error.code === 'network' || error.code === 'unexpected_answer') throw error
      return { id, ok: false, error: { code: error.code, message: error.message } }
    }
  }

  const running = useMutation({
    mutationFn: async ({ action, ids, data }: { action: BulkAction; ids: readonly string[]; data?: Input }) => {
      const results: BulkOutcome[] = []
      for (let at = 0; at < ids.length; at += BATCH) {
        if (ids.length > BATCH) setProgress({ done: at, all: ids.length })
        const batch = ids.slice(at, at + BATCH)
        results.push(...(await runBatch(action, batch, data)))
      }
      return results
    },
    onSettled: () => {
      setProgress(undefined)
      void queries.invalidateQueries({ queryKey: keys.collection(entity.slug) })
    },
    onError: (error) => toastError(explain(error, errors)),
    onSuccess: (results, { action }) => {
      const failed = results.filter((one): one is BulkFailure => !one.ok)
      const succeeded = results.filter((one) => one.ok).map(({ id }) => id)
      setFailures(failed)
      selection.setAll(failed.map(({ id }) => id))
      if (succeeded.length === 0) return
      const canUndo = action === 'delete' && removal !== undefined
      toast(outcomes[action]({ count: succeeded.length }), {
        ...(canUndo && {
          action: { label: undo, run: () => running.mutate({ action: 'restoreDeleted', ids: succeeded }) },
        }),
      })
    },
  })

  /** Beyond the page: everything that the filters find. */
  async function selectAll(): Promise<void> {
    setCollecting(true)
    try {
      const ids: string[] = []
      for (let page = 1; ; page += 1) {
        const answer = await find(entity.slug, { ...state.scope, sort: ['id'], select: {}, limit: BATCH, page })
        ids.push(...answer.docs.map(({ id }) => id))
        if (!answer.pagination.hasNextPage) break
      }
      selection.setAll(ids)
    } catch (error) {
      toastError(explain(error, errors))
    } finally {
      setCollecting(false)
    }
  }

  return {
    run: (action: BulkAction, data?: Input, ids: readonly string[] = [...selection.ids]) =>
      running.mutate({ action, ids, ...(data && { data }) }),
    isRunning: running.isPending,
    progress,
    failures,
    forgetFailures: () => setFailures([]),
    selectAll,
    isCollecting,
  }
}
