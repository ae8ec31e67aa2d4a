import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { collection } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { can, hasTrash, labelOf, newestOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys, may, useList } from '../../data/use-documents.ts'
import { useOnce } from '../../data/use-once.ts'
import { useRights } from '../../data/use-rights.ts'
import { useSchema } from '../../data/use-session.ts'
import { useTrashCounts } from './use-trash.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { Page, PageHead, PageTitle } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { PagesBelow } from '../../design/pages.tsx'
import { Rows } from '../../design/rows.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { trashWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import { TrashedRow } from './trashed-row.tsx'

/** Loaded on demand: most visits don't empty the trash. */
const BackgroundBulk = lazy(async () => ({
  default: (await import('../../screens/list/background-bulk.tsx')).BackgroundBulk,
}))

const PAGE = 25

/** Above this number, emptying runs in the background. */
const WAITED_FOR = 100

export function TrashScreen() {
  const said = useWords(trashWords)
  const formats = useFormats()
  const schema = useSchema()
  const { refused, not_found } = useWords(errorWords)
  const search = useSearch({ strict: false })
  const withTrash = Object.values(schema.collections).filter(hasTrash)
  const counts = useTrashCounts(withTrash.map(({ slug }) => slug))
  // Without a choice, the first collection with something in it.
  const readable = withTrash.filter(({ slug }) => counts[slug] !== null)
  const open =
    readable.find(({ slug }) => slug === search.collection) ??
    readable.find(({ slug }) => (counts[slug] ?? 0) > 0) ??
    readable[0]
  const retention = open?.trash?.retention
  return (
    <>
      <PageBar trail={<span aria-current="page">{said.trash}</span>}>{open && <EmptyTrash entity={open} />}</PageBar>
      <PageHead>
        <PageTitle lead={retention === undefined ? said.lead : said.leadFor({ time: formats.duration(retention) })}>
          {said.trash}
        </PageTitle>
      </PageHead>
      <Tabs
        label={said.collections}
        open={open?.slug ?? ''}
        tabs={readable.map((entity) => {
          const count = counts[entity.slug]
          return {
            key: entity.slug,
            label: labelOf(entity),
            count: count ? formats.number(count) : undefined,
            to: addresses.trash({ collection: entity.slug }),
          }
        })}
      />
      {open ? (
        <Trashed key={open.slug} entity={open} page={search.page ?? 1} />
      ) : (
        <Notice title={refused}>{not_found}</Notice>
      )}
    </>
  )
}

function Trashed({ entity, page }: { readonly entity: EntitySchema; readonly page: number }) {
  const said = useWords(trashWords)
  const navigate = useNavigate()
  const list = useList(entity.slug, {
    trash: true,
    sort: ['-deletedAt'],
    limit: PAGE,
    page,
    ...newestOf(entity),
  })
  if (list.isPending) return <Loading />
  if (!list.data) return <Failure error={list.error} onRetry={() => void list.refetch()} />
  if (list.data.docs.length === 0) return <Notice title={said.nothing}>{said.nothingText}</Notice>
  const { docs, pagination } = list.data
  return (
    <Page>
      <Rows label={labelOf(entity)}>
        {docs.map((doc) => (
          <TrashedRow key={doc.id} entity={entity} doc={doc} />
        ))}
      </Rows>
      <PagesBelow
        pagination={pagination}
        onChange={(next) => void navigate(addresses.trash({ collection: entity.slug, page: next }))}
      />
    </Page>
  )
}

function EmptyTrash({ entity }: { readonly entity: EntitySchema }) {
  const said = useWords(trashWords)
  const errors = useWords(errorWords)
  const rights = useRights(entity.slug)
  const counts = useTrashCounts([entity.slug])
  const emptying = useEmptyTrash(entity.slug)
  const { asking, ask, stop } = useAsking<true>()
  const [isInBackground, setBackground] = useState(false)
  const count = counts[entity.slug] ?? 0
  if ((count === 0 && !isInBackground) || !may(rights, 'deletePermanent')) return null

  const empty = () =>
    emptying.mutate(undefined, {
      onError: (error) => toastError(explain(error, errors)),
      onSuccess: ({ deleted }) =>
        toast(said.emptied({ count: deleted }), {
          ...(deleted < count && { description: said.someStayed({ count: count - deleted }) }),
        }),
    })
  return (
    <>
      <Button kind="danger" disabled={emptying.isPending} onClick={() => ask(true)}>
        <Icon of={Trash2} />
        {said.empty}
      </Button>
      {asking && (
        <Confirm
          title={said.empty}
          action={said.empty}
          onConfirm={() => (count > WAITED_FOR && can(entity, 'startBulk') ? setBackground(true) : empty())}
          onClose={stop}
        >
          {said.askEmpty({ count, what: labelOf(entity) })}
        </Confirm>
      )}
      {isInBackground && (
        <Suspense>
          <BackgroundBulk
            entity={entity}
            title={said.empty}
            request={{ action: 'deletePermanent', where: {} }}
            onClose={() => setBackground(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function useEmptyTrash(slug: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: async (): Promise<{ deleted: number }> => {
      // A full trash takes more than one request.
      for (let deleted = 0; ; ) {
        const emptied = await collection(slug).emptyTrash()
        deleted += emptied.deleted
        if (emptied.remaining === undefined || emptied.deleted === 0) return { deleted }
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.collection(slug) }),
  })
}
