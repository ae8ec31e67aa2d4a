import type { ServerResponse } from 'node:http'
import type { Caller, OpenStream, SentEvent, StreamOpening, WaitingClient } from '@quirecms/core'
import { workFor } from '@quirecms/core'
import type { FastifyReply } from 'fastify'
import { rateLimitKeyOf } from '../intake/client-address.ts'
import { headerList } from '../reply/standard-headers.ts'
import { signalOfStopping } from './signal-of-stopping.ts'

const HEADERS = {
  // Proxies that gather answers would hold events back.
  'X-Accel-Buffering': 'no',
  'Cache-Control': 'private, no-store, no-transform',
  // A connection that rests would hold up the end of the service, for a request that nobody is about to send.
  Connection: 'close',
}

/** Characters that are written at once. */
const LONGEST_PIECE = 32 * 1024

/** How long the end of a stream may take to reach the connection, in milliseconds. */
const LONGEST_END = 3_000

interface Served {
  readonly client: WaitingClient & { readonly gone: AbortSignal }
  readonly callerNow: () => Promise<Caller>
}

/**
 * Answers with events as they come. Never compressed: a compressor gathers, and what somebody may see beside a secret would tell its size.
 * Resolves when the stream is over, on whichever side; in either case, all that it held is given back.
 */
export async function sendEvents(
  reply: FastifyReply,
  open: (opening: StreamOpening) => OpenStream,
  { client, callerNow }: Served,
): Promise<void> {
  const { request, raw: response } = reply
  const stopping = signalOfStopping(request.end.stopping, response)
  const from = rateLimitKeyOf(request.clientAddress)
  let isSlow = false
  const { events, patience, close } = open({ from, gone: client.gone, stopping, callerNow, isSlow: () => isSlow })
  try {
    // Meanwhile, the request may have timed out, or the client may have gone away.
    if (reply.sent || response.headersSent || response.destroyed) return
    const list = headerList(request.id, request.answerHeaders, HEADERS)
    list.push('Content-Type', 'text/event-stream; charset=utf-8')
    response.writeHead(200, list)
    if (request.method === 'HEAD') return
    response.flushHeaders()
    await workFor(client, async () => {
      for await (const event of events) {
        for (const piece of piecesOf(textOf(event))) {
          if (response.destroyed) return
          // What the client has not taken is all that there is of the stream, until it takes it.
          if (response.write(piece) || isSlow) continue
          isSlow = !(await happens(response, 'drain', patience, stopping))
        }
      }
    })
  } catch (error) {
    if (!response.destroyed && !client.gone.aborted) request.log.error({ err: error }, 'a stream of events broke off')
  } finally {
    // A list of events is whole wherever it ends.
    if (response.headersSent && !response.writableEnded) {
      response.end()
      // Whoever does not take the end either would keep its connection, and what waits in it.
      if (!(await happens(response, 'close', LONGEST_END))) response.destroy()
    }
    close()
  }
}

/** Whether it does in time. Nothing is waited for once the response is closed, or the service stops. */
function happens(
  response: ServerResponse,
  event: 'drain' | 'close',
  milliseconds: number,
  stopping?: AbortSignal,
): Promise<boolean> {
  if (response.destroyed || stopping?.aborted) return Promise.resolve(true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const over = () => resolve(true)
  const timer = setTimeout(() => resolve(false), milliseconds)
  const events = new Set([event, 'close'])
  for (const name of events) response.on(name, over)
  stopping?.addEventListener('abort', over)
  return promise.finally(() => {
    clearTimeout(timer)
    for (const name of events) response.off(name, over)
    stopping?.removeEventListener('abort', over)
  })
}

/**
 * A long event goes out in pieces, each of which the client has time for. Whoever needs longer for the whole of it than it may take nothing
 * would be sent away in the middle of it, and come back for the same event again and again.
 */
function* piecesOf(text: string): Generator<string, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const end = start + LONGEST_PIECE
    // Not between the halves of a character: each would be written as something else.
    const isWhole = end >= text.length || (text.codePointAt(end - 1) ?? 0) <= 0xffff
    yield text.slice(start, isWhole ? end : end - 1)
    start = isWhole ? end : end - 1
  }
}

/** JSON has no line breaks, so each event is one line of data. */
function textOf(event: SentEvent): string {
  if (event === 'heartbeat') return ':\n\n'
  const id = event.id === undefined ? '' : `id: ${event.id}\n`
  return `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`
}
