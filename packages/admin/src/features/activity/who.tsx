import { useSession } from '../../data/use-session.ts'
import { useWords } from '../../words/use-words.ts'
import type { Entry } from './entry.ts'
import { activityWords } from './words.ts'

/** Shows the name logged at the time, because the user may be deleted. */
export function Who({ entry: { actor, via } }: { readonly entry: Entry }) {
  const said = useWords(activityWords)
  const { user } = useSession()
  if (actor) return actor.id === user.id ? said.you : (actor.label ?? actor.id.slice(0, 8))
  return via === 'anonymous' ? said.stranger : said.nobody
}
