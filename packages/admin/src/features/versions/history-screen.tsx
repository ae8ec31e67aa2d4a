import { Link, useSearch } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { addresses, type HistorySearch } from '../../data/addresses.ts'
import type { Snapshot } from '../../data/document.ts'
import { errorWords } from '../../data/error-words.ts'
import { labelOf, titleOf } from '../../data/entities.ts'
import {
  type HistoryPlace,
  languagesOf,
  shownContent,
  useRightToChange,
  useVersion,
  useVersions,
} from './use-history.ts'
import { useAddressedEntry } from '../../data/use-addressed-entry.ts'
import { useSchema } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Loading } from '../../design/loading.tsx'
import { FailurePage, Notice, NoticePage } from '../../design/notice.tsx'
import { Icon } from '../../design/icon.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { historyWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { Comparison } from './comparison.tsx'
import styles from './history-screen.module.css'
import { RevisionPage, revisionContext } from './revision-page.tsx'
import { slotsAt } from '../../screens/slot.tsx'
import { RestoreButtons } from './restore-buttons.tsx'
import { Timeline } from './timeline.tsx'
import { VersionName } from './version-name.tsx'
import { WholeRevision } from './whole-revision.tsx'

/** All revisions of a document or global, and the difference between any two. */
export function HistoryScreen() {
  const entry = useAddressedEntry()
  const search = useSearch({ strict: false })
  const schema = useSchema()
  const { missing, not_found } = useWords(errorWords)
  if (!entry) return <NoticePage title={missing}>{not_found}</NoticePage>
  const place: HistoryPlace = { ...entry, languages: languagesOf(entry.entity, schema, search.locale) }
  return <History key={`${entry.entity.slug}/${entry.id}`} place={place} search={search} />
}

function History({ place, search }: { readonly place: HistoryPlace; readonly search: HistorySearch }) {
  const said = useWords(historyWords)
  const versions = useVersions(place, search.page ?? 1)
  const docs = versions.data?.docs ?? []
  const newest = docs[0]
  const first = useVersions(place, 1).data?.docs[0]
  const to = search.to ?? newest?.revision
  const from = search.from ?? previousOf(docs, to)
  const after = useVersion(place, to)
  const before = useVersion(place, from)
  const { access, mayChange } = useRightToChange(place)
  const [isNaming, setNaming] = useState(false)
  if (versions.isPending) return <Loading />
  if (!versions.data) return <FailurePage error={versions.error} onRetry={() => void versions.refetch()} />
  if (docs.length === 0) return <NoticePage title={said.empty}>{said.emptyText}</NoticePage>
  const hasPage = access !== undefined && slotsAt('revisionPane', revisionContext(place, access)).length > 0
  const isPage = search.preview === true && hasPage
  const isWhole = search.whole === true && !isPage
  const { whole: _, preview: __, ...changed } = search
  const addressOf = (next: HistorySearch) =>
    place.kind === 'global'
      ? addresses.globalHistory(place.entity.slug, next)
      : addresses.history(place.entity.slug, place.id, next)
  return (
    <>
      <PageBar trail={<Trail place={place} snapshot={after.data ?? newest} />}>
        {after.data && mayChange && (
          <Button onClick={() => setNaming(true)}>
            <Icon of={PencilLine} />
            <span>{said.name}</span>
          </Button>
        )}
        {after.data && first && <RestoreButtons place={place} snapshot={after.data} newest={first.revision} />}
      </PageBar>
      {isNaming && after.data && <VersionName place={place} snapshot={after.data} onClose={() => setNaming(false)} />}
      <div className={styles.page}>
        <div className={styles.main}>
          <Tabs
            label={said.views}
            open={isPage ? 'page' : isWhole ? 'whole' : 'changes'}
            tabs={[
              { key: 'changes', label: said.changes, to: addressOf(changed) },
              { key: 'whole', label: said.whole, to: addressOf({ ...changed, whole: true }) },
              ...(hasPage ? [{ key: 'page', label: said.preview, to: addressOf({ ...changed, preview: true }) }] : []),
            ]}
          />
          {after.isError || (before.isError && !isWhole && !isPage) ? (
            <Notice title={said.missing} />
          ) : isPage ? (
            after.data && <RevisionPage place={place} access={access} snapshot={after.data} />
          ) : isWhole ? (
            after.data ? (
              <WholeRevision place={place} snapshot={after.data} newest={first} />
            ) : (
              <Loading />
            )
          ) : (
            <Comparison
              place={place}
              before={before.data}
              after={after.data}
              isFirst={from === undefined}
              only={search.field}
              newest={first}
            />
          )}
        </div>
        <aside className={styles.margin} aria-label={said.revisions}>
          <Timeline
            place={place}
            versions={versions.data}
            newest={first?.revision}
            from={from}
            to={to}
            search={search}
          />
        </aside>
      </div>
    </>
  )
}

/** The previous revision, if this page of the timeline has it. */
function previousOf(docs: readonly Snapshot[], revision: number | undefined): number | undefined {
  const place = docs.findIndex((one) => one.revision === revision)
  return place === -1 ? undefined : docs[place + 1]?.revision
}

interface TrailProps {
  readonly place: HistoryPlace
  readonly snapshot: Snapshot | undefined
}

function Trail({ place, snapshot }: TrailProps) {
  const { kind, entity, id } = place
  const said = useWords(historyWords)
  const { untitled } = useWords(sharedWords)
  const slash = <span aria-hidden="true">/</span>
  return (
    <>
      {kind === 'collection' ? (
        <>
          <Link {...addresses.list(entity.slug)}>{labelOf(entity)}</Link>
          {slash}
          <Link {...addresses.document(entity.slug, id)}>
            {(snapshot && titleOf(entity, shownContent(place, snapshot))) || untitled}
          </Link>
        </>
      ) : (
        <Link {...addresses.global(entity.slug)}>{labelOf(entity)}</Link>
      )}
      {slash}
      <span aria-current="page">{said.history}</span>
    </>
  )
}
