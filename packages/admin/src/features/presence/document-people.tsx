import type { DocumentContext } from '../../screens/feature.ts'
import { People } from './people.tsx'
import { useHere } from './use-presence.ts'

/** Who else has the document open. */
export function DocumentPeople({ place }: DocumentContext) {
  return <People people={useHere(place)} most={4} />
}
