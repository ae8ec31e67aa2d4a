import type { ServerResponse } from 'node:http'
import type { Caller, OpenStream, SentEvent, StreamOpening, WaitingClient } from '@quirecms/core'
import { withClient } from '@quirecms/core'
import type { FastifyReply } from 'fastify'
import { rateLimitKeyOf } from '../intake/clients.ts'
import { headerList } from '../reply/send.ts'
import { signalOfStopping } from './signal-of-stopping.ts'

const HEADERS = {
  // Proxies that buffer responses would delay events.
  'X-Accel-Buffering': 'no',
  'Cache-Control': 'private, no-store, no-transform',
  // An idle connection would delay the shutdown.
  Connection: 'close',
}

const LONGEST_PIECE = 32 * 1024

/** Time in milliseconds for the end of the stream to reach the client. */
const LONGEST_END = 3_000

interface Served {
  readonly client: WaitingClient & { readonly gone: AbortSignal }
  readonly callerNow: () => Promise<Caller>
}

/**
 * Sends server-sent events. Never compressed: a compressor buffers, and its output size could reveal a secret next to
 * known text. Resolves when the stream is over on either side, and releases everything that it held.
 */
export async function sendEvents(
  reply: FastifyReply,
  open: (opening: StreamOpening) => OpenStream,
  { client, callerNow }: Served,
): Promise<void> {
  const { request, raw: response } = reply
  const stopping = signalOfStopping(request.shutdown.stopping, response)
  const from = rateLimitKeyOf(request.clientAddress)
  let isSlow = false
  const { events, patience, close } = open({ from, gone: client.gone, stopping, callerNow, isSlow: () => isSlow })
  try {
    // The request may have timed out, or the client may have disconnected meanwhile.
    if (reply.sent || response.headersSent || response.destroyed) return
    const list = headerList(request.id, request.answerHeaders, HEADERS)
    list.push('Content-Type', 'text/event-stream; charset=utf-8')
    response.writeHead(200, list)
    if (request.method === 'HEAD') return
    response.flushHeaders()
    await withClient(client, async () => {
      for await (const event of events) {
        for (const piece of piecesOf(textOf(event))) {
          if (response.destroyed) return
          // Back-pressure: waits until the client has received what was written.
          if (response.write(piece) || isSlow) continue
          isSlow = !(await happens(response, 'drain', patience, stopping))
        }
      }
    })
  } catch (error) {
    if (!response.destroyed && !client.gone.aborted)
      request.log.error({ err: error }, 'an event stream was interrupted')
  } finally {
    // An event stream is complete wherever it ends.
    if (response.headersSent && !response.writableEnded) {
      response.end()
      // A client that does not receive the end, either, would keep its connection and its buffer.
      if (!(await happens(response, 'close', LONGEST_END))) response.destroy()
    }
    close()
  }
}

/** Whether the event occurs in time. Resolves at once if the response is closed or the service stops. */
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
 * Splits a long event into pieces, each with the full patience. Otherwise a slow client would be disconnected in the
 * middle of the event, and would request the same event again and again.
 */
function* piecesOf(text: string): Generator<string, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const end = start + LONGEST_PIECE
    // Must not split a surrogate pair.
    const isWhole = end >= text.length || (text.codePointAt(end - 1) ?? 0) <= 0xffff
    yield text.slice(start, isWhole ? end : end - 1)
    start = isWhole ? end : end - 1
  }
}

/** JSON contains no line breaks, so each event is one line of data. */
function textOf(event: SentEvent): string {
  if (event === 'heartbeat') return ':\n\n'
  const id = event.id === undefined ? '' : `id: ${event.id}\n`
  return `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`
}
