import type { QueryClient } from '@tanstack/react-query'
import { changes } from '../client.ts'
import { Feed, type Message } from './feed.ts'
import { followQueries } from './follow-queries.ts'
import { listenToNews, tellNews } from './news.ts'

interface FeedUser {
  readonly collection: string
  readonly id: string
}

/** Starts the change feed. Returns the function that stops it. */
export function startFeed(user: FeedUser, queries: QueryClient): () => void {
  const name = `quire/changes/${new URL(document.baseURI).pathname}/${user.collection}/${user.id}`
  const channel = new BroadcastChannel(name)
  const feed = new Feed({
    open: changes,
    lead: (signal, run) => inTurn(name, signal, run),
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const onMessage = ({ data }: MessageEvent<Message>) => listener(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    isVisible: () => document.visibilityState === 'visible',
    onVisibility: (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    pause,
    tell: tellNews,
  })
  const stops = [listenToNews(followQueries(queries, user)), feed.start(), () => channel.close()]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Web Locks need https. Without them, each tab has a stream of its own. */
function inTurn(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(name, { signal }, run) : run()
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
