import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { useSeesJobs } from '../../data/use-rights.ts'
import { Icon } from '../../design/icon.tsx'
import type { AppSlotContexts } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { jobsName } from './name-words.ts'

export function JobsLink({ className, nameClass }: AppSlotContexts['navigation']) {
  const said = useWords(jobsName)
  if (!useSeesJobs()) return null
  return (
    <Link {...addresses.jobs()} className={className} activeOptions={{ includeSearch: false }}>
      <Icon of={ListChecks} />
      <span className={nameClass}>{said.jobs}</span>
    </Link>
  )
}
