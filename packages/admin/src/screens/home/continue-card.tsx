import { useStart } from '../../data/use-start.ts'
import { homeWords } from '../../words/home.ts'
import { useWords } from '../../words/use-words.ts'
import { Entries } from './entries.tsx'

/** What the actor has opened last. Somebody new sees what was changed last, by whomever. */
export function ContinueCard() {
  const said = useWords(homeWords)
  const continued = useStart()?.continued
  // Where nothing has been written yet, there is something to begin, and nothing to go on with.
  if (!continued || continued.entries.length === 0) return null
  return <Entries title={continued.isOwn ? said.continue : said.recent} entries={continued.entries} />
}
