import type { SlotContexts } from '../../screens/feature.ts'
import { People } from './people.tsx'
import { useHere } from './use-presence.ts'

/** Who else has the document open; and whether the editor has, in another tab. */
export function DocumentPeople({ place }: SlotContexts['documentPeople']) {
  const { people, ownTabs } = useHere(place)
  return <People people={people} ownTabs={ownTabs} most={4} />
}
