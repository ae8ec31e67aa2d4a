import { useStart } from '../../data/use-start.ts'
import { homeWords } from '../../words/home.ts'
import { useWords } from '../../words/use-words.ts'
import { Entries } from './entries.tsx'

/** The documents that the actor opened last; for a new user, those that any user changed last. */
export function ContinueCard() {
  const said = useWords(homeWords)
  const continued = useStart()?.continued
  // Without documents, there is nothing to continue.
  if (!continued || continued.entries.length === 0) return null
  return <Entries title={continued.isOwn ? said.continue : said.recent} entries={continued.entries} />
}
