import { ListChecks } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { queryClient } from '../../data/query-client.ts'
import { Icon } from '../../design/icon.tsx'
import type { FeatureParts } from '../../screens/feature.ts'
import { wordsNow } from '../../words/use-words.ts'
import { DEFINITIONS, type Definitions, seesJobs } from './job.ts'
import { jobsName } from './name-words.ts'

export const jobsParts: FeatureParts = {
  // The link in the navigation has asked whether there is anything to see.
  places: () => {
    const known = queryClient.getQueryData<Definitions>(DEFINITIONS)
    return known && seesJobs(known)
      ? [{ key: 'jobs', label: wordsNow(jobsName).jobs, icon: <Icon of={ListChecks} />, to: addresses.jobs() }]
      : []
  },
}
