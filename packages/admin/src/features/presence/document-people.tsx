import type { AppSlotContexts } from '../../screens/feature.ts'
import { People } from './people.tsx'
import { useHere } from './use-presence.ts'

/** Other users who have the document open, and the editor's own other tabs. */
export function DocumentPeople({ place }: AppSlotContexts['documentPeople']) {
  const { people, ownTabs } = useHere(place)
  return <People people={people} ownTabs={ownTabs} most={4} />
}
