import { ForbiddenAddress, type OutgoingAnswer, type Runtime } from 'quirecms/plugin'
import type { DeliveryRow } from './delivery-table.ts'
import type { Endpoint } from './options.ts'
import { sign } from './signature.ts'

/** Result of an attempt. Contains no URL and no secret, because it goes to the log. */
export interface DeliveryOutcome {
  readonly isDelivered: boolean
  readonly isFinal: boolean
  readonly responseStatus: number | null
  /** In milliseconds. */
  readonly duration: number
  readonly error: string | null
  /** Delay that the endpoint requests with `Retry-After`, in milliseconds. */
  readonly wish: number
}

interface Patience {
  readonly timeout: number
  readonly stop: AbortSignal
}

/** Makes one attempt. Rejects only if the service is stopping: another instance must retry then. */
export async function post(
  runtime: Pick<Runtime, 'send' | 'clock'>,
  delivery: DeliveryRow,
  endpoint: Endpoint,
  { timeout, stop }: Patience,
): Promise<DeliveryOutcome> {
  const start = performance.now()
  const tooLate = AbortSignal.timeout(timeout)
  const outcome = (given: Partial<DeliveryOutcome>): DeliveryOutcome => ({
    isDelivered: false,
    isFinal: false,
    responseStatus: null,
    duration: Math.round(performance.now() - start),
    error: null,
    wish: 0,
    ...given,
  })
  try {
    stop.throwIfAborted()
    const answer = await runtime.send({
      url: endpoint.url,
      method: 'POST',
      headers: headersOf(runtime.clock(), delivery, endpoint),
      body: delivery.body,
      signal: AbortSignal.any([stop, tooLate]),
      isPrivate: endpoint.isPrivate,
    })
    return outcome(asAnswered(answer))
  } catch (error) {
    if (stop.aborted) throw stop.reason
    if (tooLate.aborted) return outcome({ error: `The endpoint did not answer within ${timeout} ms.` })
    if (error instanceof ForbiddenAddress) return outcome({ error: 'The address is not public, so nothing was sent.' })
    const { code } = error as { code?: unknown }
    return outcome({ error: `The endpoint cannot be reached${typeof code === 'string' ? ` (${code})` : ''}.` })
  }
}

function headersOf(now: Date, delivery: DeliveryRow, { headers, keys }: Endpoint): Record<string, string> {
  const { eventId: id, body } = delivery
  const timestamp = Math.floor(now.getTime() / 1000)
  return {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'quire-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(keys, id, timestamp, body),
  }
}

function asAnswered({ status, headers }: OutgoingAnswer): Partial<DeliveryOutcome> {
  if (status >= 200 && status < 300) return { isDelivered: true, responseStatus: status }
  const seconds = Number(headers['retry-after'])
  return {
    // 410 Gone: the endpoint was removed for good.
    isFinal: status === 410,
    responseStatus: status,
    error: `The endpoint answered with status ${status}.`,
    wish: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0,
  }
}
