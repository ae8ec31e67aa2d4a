import { createRoute, lazyRouteComponent, Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import type { AdminFeature, AppSlotContexts, FeatureParts } from '../../screens/feature.ts'
import { addresses, type JobsSearch } from '../../data/addresses.ts'
import { seesJobsNow, useSeesJobs } from '../../data/use-rights.ts'
import { Icon } from '../../design/icon.tsx'
import { useWords, wordsNow } from '../../words/use-words.ts'
import { jobsName } from './name-words.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

const jobsParts: FeatureParts = {
  places: () =>
    seesJobsNow()
      ? [{ key: 'jobs', label: wordsNow(jobsName).jobs, icon: <Icon of={ListChecks} />, to: addresses.jobs() }]
      : [],
}

export const jobs: AdminFeature = {
  name: 'jobs',
  isIn: ({ operations }) => operations.includes('listJobs'),
  parts: jobsParts,
  slots: { navigation: { Component: JobsLink } },
}

export const jobsRoute = createRoute({
  getParentRoute: () => inside,
  path: '/jobs',
  validateSearch: searchOf<JobsSearch>(),
  beforeLoad: onlyWith('jobs'),
  component: lazyRouteComponent(() => import('./jobs-screen.tsx'), 'JobsScreen'),
})

function JobsLink({ className, nameClass }: AppSlotContexts['navigation']) {
  const said = useWords(jobsName)
  if (!useSeesJobs()) return null
  return (
    <Link {...addresses.jobs()} className={className} activeOptions={{ includeSearch: false }}>
      <Icon of={ListChecks} />
      <span className={nameClass}>{said.jobs}</span>
    </Link>
  )
}
