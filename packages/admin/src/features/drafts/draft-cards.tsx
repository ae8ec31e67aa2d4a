import { hasDrafts } from '../../data/entities.ts'
import { ROWS, useStart } from '../../data/start.ts'
import { type OverviewEntry, useContent } from '../../data/use-overview.ts'
import { useAllRights } from '../../data/use-rights.ts'
import { useSession } from '../../data/use-session.ts'
import { Entries } from '../../screens/home/entries.tsx'
import { useWords } from '../../words/use-words.ts'
import { draftsWords } from './words.ts'

/** Drafts that are neither published nor scheduled, without entries of other cards. */
export function WaitingCard() {
  const said = useWords(draftsWords)
  const rights = useAllRights()
  // Only collections whose drafts the actor may read.
  const withDrafts = useContent().filter(
    (entity) => hasDrafts(entity) && rights?.collections[entity.slug]?.operations['readDrafts'] === true,
  )
  const start = useStart()
  if (withDrafts.length === 0 || !start) return null
  const { drafts, continued, planned } = start
  const toCome = new Set(planned.filter(({ action }) => action === 'publish').map(({ id }) => id))
  const waiting = without(drafts, continued.entries).filter(({ id }) => !toCome.has(id))
  // Other cards show all of them.
  if (drafts.length > 0 && waiting.length === 0) return null
  return <Entries title={said.waiting} entries={waiting.slice(0, ROWS)} empty={said.nothingWaiting} />
}

/** By other users, where documents record who changed them; otherwise by all users. */
export function PublishedCard() {
  const said = useWords(draftsWords)
  const { user } = useSession()
  const withDrafts = useContent().filter(hasDrafts)
  const start = useStart()
  if (withDrafts.length === 0 || !start) return null
  const { published, continued } = start
  const byOthers = without(published, continued.entries).filter(({ updatedBy }) => updatedBy?.id !== user.id)
  if (published.length > 0 && byOthers.length === 0) return null
  return (
    <Entries title={said.publishedLately} entries={byOthers.slice(0, ROWS)} empty={said.nothingPublished} isShort />
  )
}

function without(entries: readonly OverviewEntry[], others: readonly OverviewEntry[]): OverviewEntry[] {
  const shown = new Set(others.map(({ id }) => id))
  return entries.filter(({ id }) => !shown.has(id))
}
