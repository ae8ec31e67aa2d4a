import type { Change, ChangesRequest, FollowOptions } from '@quirecms/features'
import type { ClientCallOptions } from './client-types.ts'
import { QuireError } from './client-error.ts'
import { queryString } from './query-string.ts'
import { type ClientConnection, mayPass, pause, send } from './send.ts'

type Options = ChangesRequest & FollowOptions & ClientCallOptions

/** Milliseconds without an event or heartbeat after which a connection counts as dead. */
const SILENCE = 60_000
const SHORTEST_WAIT = 250
const LONGEST_WAIT = 30_000

/**
 * Yields changes as they happen. After a broken or ended connection, it reconnects at the last cursor; while the
 * service is down, with exponential backoff and jitter. Only the first connection fails like any other call.
 */
export async function* changes(
  connection: ClientConnection,
  options: Options = {},
): AsyncGenerator<Change, void, undefined> {
  const { signal, headers, onReady, after, ...asked } = options
  let cursor = after
  let hasBegun = false
  for (let failures = 0; ; ) {
    if (signal?.aborted) return
    try {
      for await (const { event, data } of stream(connection, { ...asked, after: cursor }, { signal, headers })) {
        hasBegun = true
        failures = 0
        if (event === 'change') {
          const change = JSON.parse(data) as Change
          cursor = change.id
          yield change
        } else if (event === 'ready' || event === 'cursor' || event === 'end') {
          const { next, reason } = JSON.parse(data) as { readonly next: string; readonly reason?: string }
          cursor = next
          if (event === 'ready') onReady?.(next)
          // With an expired cookie, a reconnect would be anonymous.
          if (reason === 'credential')
            throw new QuireError('unauthenticated', 'The stream has ended: sign in again.', { status: 401 })
        } else if (event === 'gap') throw gapOf(data)
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!(error instanceof QuireError) || !mayPass(error) || !hasBegun) throw error
      failures += 1
    }
    if (signal?.aborted) return
    // Jitter: clients that lost their streams together must not reconnect together.
    const wait = Math.min(SHORTEST_WAIT * 2 ** Math.max(0, failures - 1), LONGEST_WAIT) * (0.5 + Math.random())
    await pause(wait, signal).catch(() => undefined)
  }
}

async function* stream(
  connection: ClientConnection,
  query: Readonly<Record<string, unknown>>,
  { signal, headers: given }: { readonly [Name in keyof ClientCallOptions]: ClientCallOptions[Name] | undefined },
) {
  const silence = new AbortController()
  const headers = new Headers(given)
  headers.set('accept', 'text/event-stream')
  const path = `/api/changes/stream${queryString(query)}`
  const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
  let timer = setTimeout(() => silence.abort(), SILENCE)
  try {
    const response = await send(connection, { method: 'GET', path, headers, signal: either })
    if (!response.body) return
    for await (const event of eventsOf(response.body)) {
      clearTimeout(timer)
      yield event
      timer = setTimeout(() => silence.abort(), SILENCE)
    }
  } catch (error) {
    if (error instanceof QuireError || signal?.aborted) throw error
    throw new QuireError('network', 'The stream was interrupted.', { cause: error })
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

function gapOf(data: string): QuireError {
  const { first, next } = JSON.parse(data) as { readonly first: string; readonly next: string }
  const message =
    'Changes after this cursor are no longer stored. Read everything again, and continue from `feed.next`.'
  return new QuireError('invalid_state', message, { status: 409, feed: { first, next } })
}

export interface ReceivedEvent {
  readonly event: string
  readonly data: string
}

/** Yields events as they arrive. A heartbeat (a line that begins with a colon) is an event without a name. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield eventIn(block)
    }
  } finally {
    // Closes the connection if the consumer stops early.
    await reader.cancel().catch(() => undefined)
  }
}

function eventIn(block: string): ReceivedEvent {
  let event = ''
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    // Without the `s` flag, a dot would stop at U+2028 and U+2029, which are no line breaks here.
    const [, name, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? []
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
  return { event, data: data.join('\n') }
}
