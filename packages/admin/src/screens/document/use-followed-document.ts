import { useCallback, useState } from 'react'
import { titleOf } from '../../data/entities.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import type { FeedChange } from '../../data/feed/news.ts'
import { isRemovedHere } from '../../data/feed/own-changes.ts'
import { useNews } from '../../data/feed/use-following.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import type { RelationshipTarget } from '../../fields/relationship-value.ts'
import { followingWords } from '../../words/diff.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentForm } from './use-document-form.ts'

/** Changes of other users since the document was opened. */
export interface FollowedDocument {
  /** "Ann changed this", for fields without local edits since. */
  readonly changedBy: (path: string) => string | undefined
  /** The last change: what, by whom, and when. */
  readonly last: { readonly text: string; readonly at: string } | undefined
  /** Names the author of the conflicting change: another user, or the editor in another tab. */
  readonly conflictTitle: string
  /** The conflict is with another tab of the editor. */
  readonly isOwnConflict: boolean
  /** Another user deleted the document. */
  readonly gone: Gone | undefined
}

/** Who deleted the open document, and whether it can be restored. */
export interface Gone {
  readonly how: 'trashed' | 'deleted'
  readonly text: string
}

/** Limit of remembered own changes, over all tabs. */
const REMEMBERED = 50

export function useFollowedDocument({ kind, entity, id }: DocumentPlace, form: DocumentForm): FollowedDocument {
  const said = useWords(followingWords)
  const { user } = useSession()
  const [change, setChange] = useState<FeedChange>()
  const [latest, setLatest] = useState<FeedChange>()
  const [own, setOwn] = useState<readonly (number | null)[]>([])
  const { collections } = useSchema()
  const [actor] = useTargets<RelationshipTarget>(change?.actor ? [change.actor] : [])
  const { stored, follow, followed } = form

  useNews((news) => {
    if (typeof news === 'string') return void follow()
    const about = news.filter((one) => isAbout(one, kind, entity.slug, id))
    const newest = about.at(-1)
    if (!newest) return undefined
    const isOwn = ({ actor: by }: FeedChange) => by?.id === user.id
    // Changes from this tab are not shown.
    if (!isOwn(newest)) setChange(newest)
    setLatest(isOwn(newest) && isRemovedHere(newest) ? undefined : newest)
    setOwn((before) => [...before, ...about.filter(isOwn).map(({ revision }) => revision)].slice(-REMEMBERED))
    if (about.some(({ revision }) => revision === null || revision > (stored?.revision ?? 0))) void follow()
    return undefined
  })

  const of = actor && collections[actor.collection]
  const name = (of && actor.doc && titleOf(of, actor.doc)) || said.somebody
  const deed = change && deedOf(change, said)
  const isByOneself = (revision: number | undefined) => revision !== undefined && own.includes(revision)
  const theirs = form.conflict?.theirs.revision
  const isOwnConflict = isByOneself(theirs)
  // The author of the newest change is also the author of the conflict only if the revision is the same.
  const changedThen = change && change.revision === theirs ? name : said.somebody
  const isFollowedOwn = isByOneself(followed?.revision)
  const changedBy = useCallback<FollowedDocument['changedBy']>(
    (path) => {
      if (!followed?.names.includes(path)) return undefined
      // Computed fields change with every save.
      if (!entity.fields.some((field) => field.name === path && !field.readOnly)) return undefined
      return isFollowedOwn ? said.changedByYou : said.changed({ name })
    },
    [followed, entity, isFollowedOwn, said, name],
  )
  return {
    conflictTitle: isOwnConflict ? said.changedByYou : said.changedToo({ name: changedThen }),
    isOwnConflict,
    changedBy,
    gone: goneBy(latest, latest === change ? name : undefined, said),
    last: change && deed ? { text: deed({ name }), at: change.at } : undefined,
  }
}

function isAbout(change: FeedChange, kind: DocumentPlace['kind'], slug: string, id: string | null): boolean {
  if (kind === 'global') return change.global === slug
  return id !== null && change.collection === slug && change.documentId === id
}

type FollowingTexts = ReturnType<typeof useWords<typeof followingWords.english>>

/** The deletion, with the user's name; without one, the editor deleted it in another tab. */
function goneBy(
  change: FeedChange | undefined,
  name: string | undefined,
  { deeds, gone }: FollowingTexts,
): Gone | undefined {
  const [, how] = change?.event.split('.') ?? []
  if (how === 'trashed') return { how, text: name === undefined ? gone.trashedByYou : deeds.trashed({ name }) }
  if (how === 'deleted') return { how, text: name === undefined ? gone.deletedByYou : deeds.deleted({ name }) }
  return undefined
}

function deedOf({ event }: FeedChange, said: FollowingTexts): ((values: { name: string }) => string) | undefined {
  const [, deed = ''] = event.split('.')
  const deeds: Readonly<Record<string, (values: { name: string }) => string>> = said.deeds
  return deeds[deed]
}
