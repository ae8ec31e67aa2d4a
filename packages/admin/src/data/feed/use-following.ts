import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { can, entitiesOf } from '../entities.ts'
import type { Schema } from '../schema.ts'
import { useSchema, useSession } from '../use-session.ts'
import { listenToNews, type News } from './news.ts'

/** Whether the service has a change feed; presence needs it too. */
export function tellsNews(schema: Schema): boolean {
  return entitiesOf(schema).some((entity) => can(entity, 'heartbeat'))
}

export function useFollowing(): void {
  const queries = useQueryClient()
  const isTold = tellsNews(useSchema())
  const { user, collection } = useSession()
  const { id } = user
  useEffect(() => {
    if (!isTold) return undefined
    let isOver = false
    let stop: (() => void) | undefined
    // Loaded later: nothing depends on it at start.
    void import('./start-feed.ts').then(({ startFeed }) => {
      if (!isOver) stop = startFeed({ collection, id }, queries)
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [isTold, collection, id, queries])
}

/** Listens to changes while mounted. */
export function useNews(hear: (news: News) => void): void {
  const onNews = useEffectEvent(hear)
  useEffect(() => listenToNews((news) => onNews(news)), [])
}
