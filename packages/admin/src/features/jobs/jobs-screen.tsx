import { useNavigate, useSearch } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { errorWords } from '../../data/error-words.ts'
import { useAllRights } from '../../data/use-rights.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Button } from '../../design/button.tsx'
import { FacetBar } from '../../design/filter-bar/facet-bar.tsx'
import { FoldList } from '../../design/fold-line.tsx'
import { Icon } from '../../design/icon.tsx'
import { LoadingRows } from '../../design/loading.tsx'
import { Failure, Notice, NoticePage } from '../../design/notice.tsx'
import { Page, PageHead, PageTitle } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { PagesBelow } from '../../design/pages.tsx'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import { ALL, type Definitions, STATUSES } from './job.ts'
import { JobLine } from './job-line.tsx'
import { jobsName } from './name-words.ts'
import { RunJob } from './run-job.tsx'
import { Schedules } from './schedules.tsx'
import { useDefinitions, useJobLabel, useJobs } from './use-jobs.ts'
import { jobsWords } from './words.ts'

export function JobsScreen() {
  const { refused, forbidden } = useWords(errorWords)
  const rights = useAllRights()
  if (rights?.jobs === false) return <NoticePage title={refused}>{forbidden}</NoticePage>
  return <AllJobs />
}

function AllJobs() {
  const said = useWords(jobsWords)
  const { jobs: name } = useWords(jobsName)
  const definitions = useDefinitions()
  const queueable = definitions?.jobs.filter(({ mayQueue }) => mayQueue) ?? []
  const [isRunning, setRunning] = useState(false)
  return (
    <>
      <PageBar trail={<span aria-current="page">{name}</span>}>
        {queueable.length > 0 && (
          <Button kind="primary" onClick={() => setRunning(true)}>
            <Icon of={Play} />
            {said.run}
          </Button>
        )}
      </PageBar>
      <PageHead>
        <PageTitle lead={said.lead}>{name}</PageTitle>
      </PageHead>
      <Page>
        {definitions && <JobFilters definitions={definitions} />}
        <JobList definitions={definitions} />
        {definitions && <Schedules definitions={definitions} />}
      </Page>
      {isRunning && <RunJob jobs={queueable} onClose={() => setRunning(false)} />}
    </>
  )
}

function JobFilters({ definitions: { jobs } }: { readonly definitions: Definitions }) {
  const said = useWords(jobsWords)
  const { filters } = useWords(listWords)
  const labelOf = useJobLabel()
  const { status, job } = useSearch({ from: '/inside/jobs' })
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
          key: 'job',
          label: said.filter,
          value: job,
          kind: 'choice',
          options: jobs.length < 2 ? [] : jobs.map((one) => ({ value: one.name, label: labelOf(one) })),
        },
      ]}
      onChange={(key, value) => void navigate(addresses.jobs({ status, job, [key]: value }))}
      onClear={() => void navigate(addresses.jobs())}
    />
  )
}

function JobList({ definitions }: { readonly definitions: Definitions | undefined }) {
  const said = useWords(jobsWords)
  const search = useSearch({ from: '/inside/jobs' })
  const navigate = useNavigate()
  const list = useJobs(search)
  const people = useTargets(list.data?.docs.flatMap(({ createdBy }) => createdBy ?? []) ?? [])
  if (list.isPending) return <LoadingRows />
  if (!list.data) return <Failure error={list.error} onRetry={() => void list.refetch()} />
  const { docs, pagination } = list.data
  if (docs.length === 0) return <Notice title={said.none}>{said.noneText}</Notice>
  return (
    <>
      <FoldList label={said.list}>
        {docs.map((job) => (
          <JobLine
            key={job.id}
            job={job}
            mayManage={definitions?.mayManage === true}
            by={people.find(({ id }) => id === job.createdBy?.id)}
          />
        ))}
      </FoldList>
      <PagesBelow pagination={pagination} onChange={(page) => void navigate(addresses.jobs({ ...search, page }))} />
    </>
  )
}
