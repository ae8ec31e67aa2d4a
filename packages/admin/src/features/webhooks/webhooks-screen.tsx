import { useNavigate, useSearch } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { useReadableTargets } from '../../data/use-targets.ts'
import { FacetBar } from '../../design/filter-bar/facet-bar.tsx'
import { FoldList } from '../../design/fold-line.tsx'
import { LoadingRows } from '../../design/loading.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { Page, PageHead, PageTitle, Section } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { PagesBelow } from '../../design/pages.tsx'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import { DeliveryLine } from './delivery-line.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { webhooksName } from './name-words.ts'
import { useDeliveries, useEndpoints } from './use-webhooks.ts'
import { ALL, type Endpoint, STATUSES } from './webhook.ts'
import styles from './webhooks.module.css'
import { webhooksWords } from './words.ts'

/** Endpoints and the log of their deliveries. */
export function WebhooksScreen() {
  const said = useWords(webhooksWords)
  const { webhooks: name } = useWords(webhooksName)
  const endpoints = useEndpoints({ isFollowed: true })
  return (
    <>
      <PageBar trail={<span aria-current="page">{name}</span>} />
      <PageHead>
        <PageTitle lead={said.lead}>{name}</PageTitle>
      </PageHead>
      <Page>
        {endpoints && <EndpointList endpoints={endpoints} />}
        <Section title={said.deliveries}>
          <div className={styles.filters}>{endpoints && <DeliveryFilters endpoints={endpoints} />}</div>
          <Deliveries />
        </Section>
      </Page>
    </>
  )
}

function DeliveryFilters({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const said = useWords(webhooksWords)
  const { filters } = useWords(listWords)
  const { status, endpoint } = useSearch({ from: '/inside/webhooks' })
  const navigate = useNavigate()
  return (
    <FacetBar
      label={filters}
      facets={[
        {
          key: 'status',
          label: said.state,
          value: status === ALL ? undefined : status,
          kind: 'choice',
          options: STATUSES.map((value) => ({ value, label: said.status[value] })),
        },
        {
          key: 'endpoint',
          label: said.endpoint,
          value: endpoint,
          kind: 'choice',
          options: endpoints.length < 2 ? [] : endpoints.map(({ name }) => ({ value: name, label: name })),
        },
      ]}
      onChange={(key, value) => void navigate(addresses.webhooks({ status, endpoint, [key]: value }))}
      onClear={() => void navigate(addresses.webhooks())}
    />
  )
}

function Deliveries() {
  const said = useWords(webhooksWords)
  const search = useSearch({ from: '/inside/webhooks' })
  const navigate = useNavigate()
  const list = useDeliveries(search)
  const subjectOf = useReadableTargets(
    list.data?.docs.flatMap(({ collection, documentId: id }) =>
      collection === null || id === null ? [] : [{ collection, id }],
    ) ?? [],
  )
  if (list.isPending) return <LoadingRows />
  if (!list.data) return <Failure error={list.error} onRetry={() => void list.refetch()} />
  const { docs, pagination } = list.data
  if (docs.length === 0) return <Notice title={said.none}>{said.noneText}</Notice>
  return (
    <>
      <FoldList label={said.deliveries}>
        {docs.map((delivery) => (
          <DeliveryLine
            key={delivery.id}
            delivery={delivery}
            subject={subjectOf(delivery.collection, delivery.documentId)}
          />
        ))}
      </FoldList>
      <PagesBelow pagination={pagination} onChange={(page) => void navigate(addresses.webhooks({ ...search, page }))} />
    </>
  )
}
