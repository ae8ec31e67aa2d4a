import { textIn } from '@quirecms/core/localized-text'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JobsSearch } from '../../data/addresses.ts'
import { request } from '../../data/client.ts'
import type { Page } from '../../data/document.ts'
import { useAppearance } from '../../words/appearance.ts'
import { humanize } from '../../data/entities.ts'
import { ALL, DEFINITIONS, type Definitions, type Job, type JobDefinition } from './job.ts'
import { useOnce } from '../../data/use-once.ts'

const JOBS = '/api/jobs'
const LIST = ['jobs', 'list'] as const
const PAGE = 25

/** Poll intervals with and without running jobs. Hidden tabs don't poll. */
const SOON = 2000
const LATER = 5000

/** Undefined while loading. */
export function useDefinitions(): Definitions | undefined {
  return useQuery({
    queryKey: DEFINITIONS,
    queryFn: () => request<Definitions>('GET', `${JOBS}/definitions`),
    staleTime: 60_000,
    retry: false,
  }).data
}

export function useJobs({ status: view, job, page = 1 }: JobsSearch) {
  const status = view === ALL ? undefined : view
  return useQuery({
    queryKey: [...LIST, { status, job, page }],
    queryFn: () => request<Page<Job>>('GET', JOBS, { query: { status, job, page, limit: PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.docs.some(isUnderWay) ? SOON : LATER),
  })
}

function isUnderWay({ status, runAt }: Job): boolean {
  return status === 'running' || (status === 'pending' && Date.parse(runAt) < Date.now() + LATER)
}

type Deed = 'retry' | 'cancel'

export function useDeed() {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: ({ id, deed }: { readonly id: string; readonly deed: Deed }) =>
      request('POST', `${JOBS}/${id}/${deed}`),
    onSettled: () => queries.invalidateQueries({ queryKey: LIST }),
  })
}

interface Queued {
  readonly job: string
  readonly input: unknown
  readonly at: string | null
}

export function useQueueJob() {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: ({ job, input, at }: Queued) =>
      request('POST', `${JOBS}/${encodeURIComponent(job)}`, {
        body: { ...(input !== undefined && { input }), ...(at !== null && { at }) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: LIST }),
  })
}

export function useJobLabel(): (job: Pick<JobDefinition, 'name' | 'label'> | string) => string {
  const { language } = useAppearance()
  const known = useDefinitions()?.jobs
  return (given) => {
    const job = typeof given === 'string' ? known?.find(({ name }) => name === given) : given
    const name = typeof given === 'string' ? given : given.name
    return job?.label ? textIn(job.label, language) : humanize(name)
  }
}
