import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { can, entitiesOf } from '../entities.ts'
import type { Schema } from '../schema.ts'
import { useSchema, useSession } from '../use-session.ts'
import { listenToNews, type News } from './news.ts'

/** Whether the service tells what happens: where it does, people can also say where they are. */
export function tellsNews(schema: Schema): boolean {
  return entitiesOf(schema).some((entity) => can(entity, 'heartbeat'))
}

/** Follows the change feed while mounted, if the service offers it. */
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

/** Hears of what happens as long as it is shown. */
export function useNews(hear: (news: News) => void): void {
  const onNews = useEffectEvent(hear)
  useEffect(() => listenToNews((news) => onNews(news)), [])
}
