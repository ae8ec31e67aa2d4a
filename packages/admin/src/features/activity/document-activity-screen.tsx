import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { addresses, type DocumentActivitySearch } from '../../data/addresses.ts'
import { isAuth, labelOf } from '../../data/entities.ts'
import { errorWords } from '../../data/error-words.ts'
import { type AddressedEntry, useAddressedEntry } from '../../data/use-addressed-entry.ts'
import { useTargets } from '../../data/use-targets.ts'
import { LoadingRows } from '../../design/loading.tsx'
import { Failure, Notice, NoticePage } from '../../design/notice.tsx'
import { Page, PageHead, PageTitle } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { PagesBelow } from '../../design/pages.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useWords } from '../../words/use-words.ts'
import { addressOf, useDocumentEntries } from './entries.ts'
import { Log, Timeline } from './log.tsx'
import { activityName } from './name-words.ts'
import { useIsOwnAccount, useLogRight, useSeesOthers } from './log-right.ts'
import { activityWords } from './words.ts'

export function DocumentActivityScreen() {
  const place = useAddressedEntry()
  const search = useSearch({ strict: false })
  const { missing, not_found } = useWords(errorWords)
  if (!place) return <NoticePage title={missing}>{not_found}</NoticePage>
  return <Activity key={`${place.entity.slug}/${place.id}`} place={place} search={search} />
}

function Activity({ place, search }: { readonly place: AddressedEntry; readonly search: DocumentActivitySearch }) {
  const said = useWords(activityWords)
  const { activity } = useWords(activityName)
  const right = useLogRight()
  const seesOthers = useSeesOthers()
  const isOwn = useIsOwnAccount(place.entity, place.id)
  const hasTabs = (seesOthers || (isOwn && right === 'own')) && isAuth(place.entity)
  const isAccount = !hasTabs || search.account === true
  return (
    <>
      <PageBar trail={<Trail place={place} />} />
      <PageHead>
        <PageTitle>{activity}</PageTitle>
      </PageHead>
      {hasTabs && (
        <Tabs
          label={activity}
          open={isAccount ? 'account' : 'person'}
          tabs={[
            { key: 'person', label: said.byThem, to: addressOf(place) },
            { key: 'account', label: said.account, to: addressOf(place, { account: true }) },
          ]}
        />
      )}
      <Page>
        {isAccount ? (
          <OfDocument place={place} search={search} />
        ) : (
          <Log where={{ 'actor.id': { equals: place.id } }} none={said.noneYet} />
        )}
      </Page>
    </>
  )
}

function OfDocument({ place, search }: { readonly place: AddressedEntry; readonly search: DocumentActivitySearch }) {
  const said = useWords(activityWords)
  const navigate = useNavigate()
  const entries = useDocumentEntries(place, search.page ?? 1)
  if (entries.isPending) return <LoadingRows />
  if (!entries.data) return <Failure error={entries.error} onRetry={() => void entries.refetch()} />
  const { docs, pagination } = entries.data
  if (docs.length === 0) return <Notice title={said.none}>{said.noneYet}</Notice>
  return (
    <>
      <Timeline isOfOne entries={docs} />
      <PagesBelow pagination={pagination} onChange={(page) => void navigate(addressOf(place, { ...search, page }))} />
    </>
  )
}

function Trail({ place: { kind, entity, id } }: { readonly place: AddressedEntry }) {
  const { activity } = useWords(activityName)
  const slash = <span aria-hidden="true">/</span>
  return (
    <>
      {kind === 'collection' ? (
        <>
          <Link {...addresses.list(entity.slug)}>{labelOf(entity)}</Link>
          {slash}
          <Link {...addresses.document(entity.slug, id)}>
            <DocumentTitle collection={entity.slug} id={id} />
          </Link>
        </>
      ) : (
        <Link {...addresses.global(entity.slug)}>{labelOf(entity)}</Link>
      )}
      {slash}
      <span aria-current="page">{activity}</span>
    </>
  )
}

function DocumentTitle({ collection, id }: { readonly collection: string; readonly id: string }) {
  const [target] = useTargets([{ collection, id }])
  return target && <TargetTitle target={target} />
}
