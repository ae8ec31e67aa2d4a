import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { Icon } from '../../design/icon.tsx'
import type { AppSlotContexts } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { useSchedulable } from './use-schedulable.ts'
import { scheduleWords } from './words.ts'

export function CalendarLink({ className, nameClass }: AppSlotContexts['navigation']) {
  const said = useWords(scheduleWords)
  const schedulable = useSchedulable()
  if (schedulable.length === 0) return null
  return (
    <Link {...addresses.calendar()} className={className} activeOptions={{ includeSearch: false }}>
      <Icon of={CalendarDays} />
      <span className={nameClass}>{said.calendar}</span>
    </Link>
  )
}
