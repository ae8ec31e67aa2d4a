import type { Caller, OpenStream, SentEvent, StreamOpening, WaitingClient } from '@quire/core'
import { workFor } from '@quire/core'
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
  const { events, close } = open({
    from,
    gone: client.gone,
    stopping,
    callerNow,
    waiting: () => response.writableLength,
  })
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
        if (response.destroyed) return
        response.write(textOf(event))
      }
    })
  } catch (error) {
    if (!response.destroyed && !client.gone.aborted) request.log.error({ err: error }, 'a stream of events broke off')
  } finally {
    close()
    // A list of events is whole wherever it ends.
    if (response.headersSent && !response.writableEnded) response.end()
  }
}

/** JSON has no line breaks, so each event is one line of data. */
function textOf(event: SentEvent): string {
  if (event === 'heartbeat') return ':\n\n'
  const id = event.id === undefined ? '' : `id: ${event.id}\n`
  return `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`
}
