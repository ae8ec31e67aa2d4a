import { ListChecks } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { seesJobsNow } from '../../data/use-rights.ts'
import { Icon } from '../../design/icon.tsx'
import type { FeatureParts } from '../../screens/feature.ts'
import { wordsNow } from '../../words/use-words.ts'
import { jobsName } from './name-words.ts'

export const jobsParts: FeatureParts = {
  places: () =>
    seesJobsNow()
      ? [{ key: 'jobs', label: wordsNow(jobsName).jobs, icon: <Icon of={ListChecks} />, to: addresses.jobs() }]
      : [],
}
