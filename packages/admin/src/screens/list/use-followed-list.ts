import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Page } from '../../data/document.ts'
import { Together } from '../../data/feed/news.ts'
import { useNews } from '../../data/feed/use-following.ts'
import { useSession } from '../../data/use-session.ts'

interface FollowedList {
  /** Number of new documents that are not shown; undefined if the list is current. */
  readonly waiting: number | undefined
  readonly show: () => void
  /** Ids of documents that others have just changed. */
  readonly changed: ReadonlySet<string>
}

/** How long a row stays highlighted. */
const MARKED = 8000

const NONE: ReadonlySet<string> = new Set()

interface Followed {
  readonly slug: string
  readonly queryKey: QueryKey
  readonly read: () => Promise<Page>
  readonly shown: Page | undefined
  readonly isBusy: () => boolean
}

/**
 * Lets a list follow changes of other users. Rows that stay in place update at once. Changes that add, remove or move
 * rows apply
 * automatically only while the user neither points at the list, nor has the focus in it, nor has selected rows;
 * otherwise a notice waits for a click.
 */
export function useFollowedList({ slug, queryKey, read, shown, isBusy }: Followed): FollowedList {
  const queries = useQueryClient()
  const { user } = useSession()
  const key = JSON.stringify(queryKey)
  const [ahead, setAhead] = useState<{ readonly key: string; readonly page: Page }>()
  const [changed, setChanged] = useState(NONE)
  const byOthers = useRef(new Set<string>())

  const apply = (page: Page) => {
    queries.setQueryData(queryKey, page)
    setAhead(undefined)
    const listed = new Set(page.docs.map(({ id }) => id))
    setChanged(new Set([...byOthers.current].filter((id) => listed.has(id))))
    byOthers.current.clear()
  }
  const look = useEffectEvent(async () => {
    if (!shown) return
    const page = await read().catch(() => undefined)
    // The user may have moved to another page in the meantime.
    if (page) settle(key, page)
  })
  const settle = useEffectEvent((of: string, page: Page) => {
    if (of !== key || !shown) return
    if (isSameOrder(shown, page) || !isBusy()) apply(page)
    else setAhead({ key, page })
  })
  const together = useMemo(() => new Together(() => void look()), [])
  useEffect(() => () => together.stop(), [together])

  useNews((news) => {
    const own = typeof news === 'string' ? [] : news.filter(({ collection }) => collection === slug)
    for (const { documentId, actor } of own) if (actor?.id !== user.id) byOthers.current.add(documentId)
    if (typeof news === 'string' || own.length > 0) together.ask()
  })

  useEffect(() => {
    if (changed.size === 0) return undefined
    const timer = setTimeout(() => setChanged(NONE), MARKED)
    return () => clearTimeout(timer)
  }, [changed])

  const held = ahead?.key === key ? ahead.page : undefined
  const ids = new Set(shown?.docs.map(({ id }) => id))
  return {
    waiting: held?.docs.filter(({ id }) => !ids.has(id)).length,
    show: () => {
      if (held) apply(held)
    },
    changed,
  }
}

function isSameOrder(one: Page, other: Page): boolean {
  return one.docs.length === other.docs.length && one.docs.every(({ id }, index) => id === other.docs[index]?.id)
}
