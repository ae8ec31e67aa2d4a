import { hasDrafts } from '../../data/entities.ts'
import { useNewest } from '../../data/use-newest.ts'
import { useSession } from '../../data/use-session.ts'
import { Entries, ROWS, useContent } from '../../screens/home/entries.tsx'
import { useWords } from '../../words/use-words.ts'
import { draftsWords } from './words.ts'

/** What nobody sees yet. */
export function WaitingCard() {
  const said = useWords(draftsWords)
  const withDrafts = useContent().filter(hasDrafts)
  const drafts = useNewest(withDrafts, ROWS, DRAFTS)
  if (withDrafts.length === 0) return null
  return <Entries title={said.waiting} entries={drafts} empty={said.nothingWaiting} />
}

const DRAFTS = { _status: { equals: 'draft' } }

/** By others, where documents keep who changed them; otherwise by anybody. */
export function PublishedCard() {
  const said = useWords(draftsWords)
  const { user } = useSession()
  const withDrafts = useContent().filter(hasDrafts)
  const published = useNewest(withDrafts, ROWS * 2, PUBLISHED)
  if (withDrafts.length === 0) return null
  const byOthers = published?.filter(({ doc }) => idOf(doc['updatedBy']) !== user.id).slice(0, ROWS)
  return <Entries title={said.publishedLately} entries={byOthers} empty={said.nothingPublished} isShort />
}

const PUBLISHED = { _status: { equals: 'published' } }

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}
