import type { AppSlotContexts } from '../../screens/feature.ts'
import { People } from './people.tsx'
import { usePeopleIn } from './use-presence.ts'

export function RowPeople({ entity, doc }: AppSlotContexts['listTitle']) {
  return <People people={usePeopleIn(entity, doc.id)} most={3} isSmall />
}
