import type { CounterSeries, GaugeSeries, HistogramSeries, Metrics, QuireError } from '@quirecms/core'
import type { CountedAs } from './route-policy.ts'
import { TransportRefusal } from '../reply/refusals.ts'

const STATUSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] as const

const REASONS = ['rate_limit', 'host', 'origin', 'body', 'timeout', 'connections', 'malformed'] as const

export type RefusalReason = (typeof REASONS)[number]

const REASON_OF_CODE: Readonly<Record<string, RefusalReason>> = {
  rate_limited: 'rate_limit',
  host_not_allowed: 'host',
  origin_not_allowed: 'origin',
  invalid_json: 'body',
  payload_too_large: 'body',
  unsupported_media_type: 'body',
  timeout: 'timeout',
}

/** Labels of requests that are not operations of the manifest. */
const OWN_OPERATIONS = ['route', 'page', 'health', 'metrics', 'unknown']

interface CountedRoute {
  readonly byStatus: Map<string, CounterSeries>
  readonly duration: HistogramSeries
}

/** Counts requests by operation. Labels come from the manifest, so clients cannot create new series. */
export class RequestMeasures {
  readonly #requests: ReturnType<typeof requestsIn>
  readonly #durations: ReturnType<typeof durationsIn>
  readonly #inFlight: GaugeSeries
  readonly #refusals: ReadonlyMap<string, CounterSeries>
  readonly #routes = new Map<CountedAs, CountedRoute>()

  constructor(
    metrics: Metrics,
    names: { readonly operations: readonly string[]; readonly entities: readonly string[] },
  ) {
    const lists = { operation: [...names.operations, ...OWN_OPERATIONS], entity: [...names.entities, 'none'] }
    this.#requests = requestsIn(metrics, lists)
    this.#durations = durationsIn(metrics, lists)
    this.#inFlight = metrics.gauge({ name: 'http_in_flight', help: 'Requests that are being answered.' }).of({})
    const help = 'Requests that were refused, or took too long, by reason.'
    const refusals = metrics.counter({ name: 'http_refused_total', help, labels: { reason: REASONS } })
    this.#refusals = new Map(REASONS.map((reason) => [reason, refusals.of({ reason })]))
  }

  begin(): void {
    this.#inFlight.add(1)
  }

  /** `status` is null if the client disconnected; `startedAt` is from `performance.now()`. */
  end(countedAs: CountedAs, status: number | null, startedAt: number): void {
    this.#inFlight.add(-1)
    const route = this.#routeOf(countedAs)
    const name = status === null ? 'aborted' : `${Math.floor(status / 100)}xx`
    let requests = route.byStatus.get(name)
    if (!requests) {
      requests = this.#requests.of({ ...countedAs, status: name })
      route.byStatus.set(name, requests)
    }
    requests.add()
    route.duration.observe((performance.now() - startedAt) / 1_000)
  }

  refused(reason: RefusalReason): void {
    this.#refusals.get(reason)?.add()
  }

  refusedWith(error: QuireError): void {
    if (error instanceof TransportRefusal) this.refused(error.status === 408 ? 'timeout' : 'malformed')
    const reason = REASON_OF_CODE[error.code]
    if (reason) this.refused(reason)
  }

  #routeOf(countedAs: CountedAs): CountedRoute {
    let route = this.#routes.get(countedAs)
    if (!route) {
      route = { byStatus: new Map(), duration: this.#durations.of({ ...countedAs }) }
      this.#routes.set(countedAs, route)
    }
    return route
  }
}

interface RouteLists {
  readonly operation: readonly string[]
  readonly entity: readonly string[]
}

function requestsIn(metrics: Metrics, lists: RouteLists) {
  const help = 'Requests that were answered, by operation, entity and class of status.'
  return metrics.counter({ name: 'http_requests_total', help, labels: { ...lists, status: STATUSES } })
}

function durationsIn(metrics: Metrics, lists: RouteLists) {
  const help = 'Seconds from the arrival of a request until its response was delivered.'
  return metrics.histogram({ name: 'http_duration_seconds', help, labels: { ...lists } })
}
