import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { Icon } from '../../design/icon.tsx'
import type { AppSlotContexts } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { activityName } from './name-words.ts'
import { useLogRight } from './use-log-right.ts'

export function ActivityLink({ className, nameClass }: AppSlotContexts['navigation']) {
  const said = useWords(activityName)
  const right = useLogRight()
  if (right === undefined || right === 'none') return null
  return (
    <Link {...addresses.activity()} className={className} activeOptions={{ includeSearch: false }}>
      <Icon of={ScrollText} />
      <span className={nameClass}>{said.activity}</span>
    </Link>
  )
}
