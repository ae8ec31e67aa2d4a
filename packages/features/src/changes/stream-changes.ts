import {
  type Call,
  defineOperation,
  type Operation,
  type SentEvent,
  type Caller,
  type Runtime,
} from '@quirecms/core/feature'
import type { ResolvedChanges } from './resolve-changes.ts'
import { askedChanges, HERE } from './asked-changes.ts'
import { CHANGE_SCHEMA } from './change-schema.ts'
import { feedOf } from './feed.ts'
import { follow, type FeedItem } from './follow.ts'
import { PARAMETERS_OF_CHANGES } from './read-changes.ts'
import { whereToBegin } from './where-to-begin.ts'
import { recogniseAgain } from '../auth/offers.ts'

/** The change feed as server-sent events, for browsers and other clients of `text/event-stream`. */
export function streamChanges({ limits, life, heartbeat, recheck }: ResolvedChanges): Operation<Call> {
  return defineOperation({
    name: 'streamChanges',
    summary: 'Follow changes of documents',
    description:
      'Server-sent events. Each `change` has a cursor as its `id`; send the last one as `Last-Event-ID`, or as `after`, to continue. `ready`: you have received all changes so far. `gap`: changes are missing, so read everything again. `end`: the stream ends, with the reason. These events have no `id`, but a cursor in `next`. `cursor` reports progress if many changes are filtered out.',
    endpoint: { method: 'GET', path: '/changes/stream' },
    local: { method: 'changes', args: [], on: 'application' },
    parameters: PARAMETERS_OF_CHANGES,
    querySchemas: HERE,
    headers: ['last-event-id'],
    body: { kind: 'none' },
    ifMatch: false,
    answer: { kind: 'events', status: 200, event: 'change', schema: CHANGE_SCHEMA },
    inEveryScope: true,
    async checkQuery(call) {
      askedChanges(call)
    },
    async run(call) {
      const { runtime, caller } = call
      const asked = askedChanges(call)
      const feed = feedOf(runtime)
      // Refuse invalid cursors before the stream begins.
      await whereToBegin(feed, asked.after)
      return {
        kind: 'events',
        open(opening) {
          const close = feed.places.take(caller, opening.from, limits)
          const { gone, stopping, isSlow } = opening
          const callerNow = () => callerByNow(runtime, caller, opening.callerNow)
          const following = { asked, caller, callerNow, gone, stopping, times: { life, heartbeat }, recheck }
          return { events: sent(follow(feed, following), isSlow), patience: heartbeat, close }
        },
      }
    },
  })
}

/** Ends the stream of a slow client, which reconnects with the cursor of the last change that was sent. */
async function* sent(
  followed: AsyncIterable<FeedItem>,
  isSlow: () => boolean,
): AsyncGenerator<SentEvent, void, undefined> {
  for await (const one of followed) {
    if (one.kind === 'heartbeat') yield one.kind
    else if (one.kind === 'changes') {
      for (const change of one.changes) {
        yield { event: 'change', id: change.id, data: change }
        if (isSlow()) return yield { event: 'end', data: { reason: 'slow', next: change.id } }
      }
    } else if (one.kind === 'cursor') {
      yield { event: one.kind, id: one.next, data: { next: one.next } }
    } else {
      const { kind, ...data } = one
      yield { event: kind, data }
    }
  }
}

/**
 * The current state of the caller of a stream. Finds the session by id: a refresh replaces the token that the stream
 * was opened with, and must not end the stream.
 */
async function callerByNow(runtime: Runtime, caller: Caller, byRequest: () => Promise<Caller>): Promise<Caller> {
  const { credential } = caller
  const known = credential?.kind === 'session' ? await recogniseAgain(runtime, credential) : null
  return known ? { ...caller, ...known } : byRequest()
}
