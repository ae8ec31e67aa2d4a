import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { collection, find } from '../../data/client.ts'
import type { BulkFailure, BulkOutcome, Doc, Input } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { can, newestOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'
import { useOnce } from '../../data/use-once.ts'
import { toast, toastError } from '../../design/toasts.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { Removed } from '../feature.ts'
import { removalOf } from '../slot.tsx'
import type { ListState } from './list-state.ts'
import { sortOutcomes } from './sort-outcomes.ts'
import { type Changed, changeBack, changedOf, documentsBefore } from './undo-bulk.ts'
import type { Selection } from './use-selection.ts'

export type BulkAction = 'update' | 'publish' | 'unpublish' | 'delete'

/** Limit of documents in one call, and of work in the foreground. */
export const BATCH = 100

/** Runs an action over the selected documents in batches, and reports the result of each. */
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
  }

  async function runBatch(action: BulkAction, ids: readonly string[], data?: Input): Promise<readonly BulkOutcome[]> {
    const { locale } = state.search
    if (action !== 'update' || locale === undefined) {
      return (await api.bulk({ action, ids, ...(data && { data }) })).results
    }
    // A bulk call writes the default locale; other locales are written one by one.
    const results: BulkOutcome[] = []
    for (const id of ids) {
      let doc: Doc | undefined
      const result = await tryOne(id, async () => {
        doc = await api.update(id, data ?? {}, { locale })
      })
      results.push(result.ok && doc ? { ...result, doc } : result)
    }
    return results
  }

  const settle = {
    onSettled: () => {
      setProgress(undefined)
      void queries.invalidateQueries({ queryKey: keys.collection(entity.slug) })
    },
    onError: (error: Error) => toastError(explain(error, errors)),
  }
  const running = useOnce({
    ...settle,
    mutationFn: async ({ action, ids, data }: { action: BulkAction; ids: readonly string[]; data?: Input }) => {
      const results: BulkOutcome[] = []
      const removed: Removed[] = []
      const change = { ids, data, locale: state.locale }
      const isFew = action !== 'delete' && ids.length <= BATCH
      const before = isFew ? await documentsBefore(entity, change) : []
      for (let at = 0; at < ids.length; at += BATCH) {
        if (ids.length > BATCH) setProgress({ done: at, all: ids.length })
        const batch = await runBatch(action, ids.slice(at, at + BATCH), data)
        results.push(...batch)
        if (action === 'delete' && removal) removed.push(...(await inTrash(entity, succeededOf(batch))))
      }
      return { results, removed, changed: changedOf(entity, change, before, results) }
    },
    onSuccess: ({ results, removed, changed }, { action }) => {
      const { succeeded, unchanged, failed } = sortOutcomes(action, results)
      setFailures(failed)
      selection.setAll(failed.map(({ id }) => id))
      const before =
        unchanged > 0 && (action === 'publish' ? said.publishedBefore : said.unpublishedBefore)({ count: unchanged })
      if (succeeded.length === 0) {
        if (before) toast(before)
        return
      }
      const bringBack = removed.length > 0 && (() => undoing.mutate(removed))
      const takeBack = changed.length > 0 && (() => changingBack.mutate({ changed, succeeded }))
      const run = bringBack || takeBack
      toast(outcomes[action]({ count: succeeded.length }), {
        ...(before && { description: before }),
        ...(run && { action: { label: undo, run } }),
      })
    },
  })
  /** Documents that others changed since are skipped and listed. */
  const changingBack = useOnce({
    ...settle,
    mutationFn: async ({ changed, succeeded }: { changed: readonly Changed[]; succeeded: readonly string[] }) => {
      const results: BulkOutcome[] = []
      for (const id of succeeded) {
        setProgress({ done: results.length, all: succeeded.length })
        const one = changed.find(({ before }) => before.id === id)
        results.push(one ? await tryOne(id, () => changeBack(entity, one)) : changedSince(id))
      }
      return results
    },
    onSuccess: (results) => {
      setFailures(results.filter((one): one is BulkFailure => !one.ok))
      const count = succeededOf(results).length
      if (count > 0) toast(said.changedBack({ count }))
    },
  })
  /** One by one, because only single calls have `If-Match`. */
  const undoing = useOnce({
    ...settle,
    mutationFn: async (removed: readonly Removed[]) => {
      const results: BulkOutcome[] = []
      for (const one of removed) {
        if (removed.length > BATCH) setProgress({ done: results.length, all: removed.length })
        results.push(await tryOne(one.id, async () => removal?.undo(entity, one)))
      }
      return results
    },
    onSuccess: (results) => {
      setFailures(results.filter((one): one is BulkFailure => !one.ok))
      const count = succeededOf(results).length
      if (count > 0) toast(removal?.undone(count) ?? '')
    },
  })

  /**
   * Selects everything that the filters match. Selections that the service can process as a query stay one; others are
   * loaded as ids.
   */
  async function selectAll(total: number): Promise<void> {
    if (total > BATCH && can(entity, 'startBulk')) {
      selection.chooseEverything()
      return
    }
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
    run: (action: BulkAction, ids: readonly string[], data?: Input) =>
      running.mutate({ action, ids, ...(data && { data }) }),
    isRunning: running.isPending || undoing.isPending || changingBack.isPending,
    progress,
    failures,
    forgetFailures: () => setFailures([]),
    selectAll,
    isCollecting,
  }
}

const succeededOf = (results: readonly BulkOutcome[]) => results.filter(({ ok }) => ok).map(({ id }) => id)

function changedSince(id: string): BulkFailure {
  return { id, ok: false, error: { code: 'revision_conflict', message: '' } }
}

async function tryOne(id: string, run: () => Promise<unknown>): Promise<BulkOutcome> {
  try {
    await run()
    return { id, ok: true }
  } catch (error) {
    // A network failure would affect the remaining documents too.
    if (!isApiError(error) || error.code === 'network' || error.code === 'unexpected_answer') throw error
    return { id, ok: false, error: { code: error.code, message: error.message } }
  }
}

/** The revisions of deleted documents, which the response doesn't contain. If that fails, there is no undo. */
async function inTrash(entity: EntitySchema, ids: readonly string[]): Promise<readonly Removed[]> {
  if (ids.length === 0) return []
  const asked = {
    trash: true,
    where: { id: { in: ids } },
    select: { revision: true },
    limit: ids.length,
    ...newestOf(entity),
  }
  const { docs } = await find(entity.slug, asked).catch(() => ({ docs: [] }))
  return docs.map(({ id, revision }) => ({ id, revision }))
}
