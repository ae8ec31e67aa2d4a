import type { Trace, WatchedWork } from '@quirecms/core'
import type { RequestTrace, RequestTracing } from '@quirecms/server'
import type * as OpenTelemetry from '@opentelemetry/api'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { VERSION } from '../version.ts'

type Api = typeof OpenTelemetry

/** OpenTelemetry's global registration. Its `trace` exists once a provider is registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** Traces work through the service and to other services. */
export interface Tracing extends Trace {
  readonly requests: RequestTracing
  around<T>(what: WatchedWork, work: () => Promise<T>): Promise<T>
}

/** Undefined without a registered provider: then nothing is loaded or measured. */
export async function openTracing(): Promise<Tracing | undefined> {
  const registered = (globalThis as { [REGISTERED]?: { readonly trace?: unknown } })[REGISTERED]
  if (registered?.trace === undefined) return undefined
  const api = await import('@opentelemetry/api')
  return tracingWith(api)
}

function tracingWith(api: Api): Tracing {
  const tracer: Tracer = api.trace.getTracer('quire', VERSION)
  const { SpanKind, SpanStatusCode } = api
  const fail = (span: Span, error: unknown) => {
    // Messages and stacks may contain client data, which belongs into the log only.
    const code = (error as { code?: unknown } | null)?.code
    span.setAttribute('error.type', typeof code === 'string' ? code : 'internal')
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  return {
    requests: {
      begin(request, pattern): RequestTrace {
        const came = api.propagation.extract(api.ROOT_CONTEXT, request.headers)
        const attributes: Attributes = {
          'http.request.method': request.method,
          // The route pattern, never the path, which contains ids.
          ...(pattern !== undefined && { 'http.route': pattern }),
        }
        const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER, attributes }, came)
        const context: Context = api.trace.setSpan(came, span)
        return {
          traceId: span.spanContext().traceId,
          run: (work) => api.context.with(context, work),
          end(status) {
            if (status !== null) span.setAttribute('http.response.status_code', status)
            if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
            span.end()
          },
        }
      },
    },
    around: (what, work) =>
      tracer.startActiveSpan(nameOf(what), { attributes: attributesOf(what) }, async (span) => {
        try {
          return await work()
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          if (what.kind === 'sql') span.setAttribute('quire.class', what.class)
          span.end()
        }
      }),
    outgoing() {
      const headers: Record<string, string> = {}
      api.propagation.inject(api.context.active(), headers)
      return headers
    },
    continue: (headers, work) => api.context.with(api.propagation.extract(api.ROOT_CONTEXT, headers), work),
  }
}

function nameOf(what: WatchedWork): string {
  return what.kind === 'operation' ? `execute ${what.operation}` : what.kind
}

function attributesOf(what: WatchedWork): Attributes {
  switch (what.kind) {
    case 'operation':
      return { 'quire.operation': what.operation, 'quire.entity': what.entity, 'quire.via': what.via }
    case 'rule':
      return { 'quire.rule': what.rule, 'quire.entity': what.entity }
    case 'hook':
      return { 'quire.hook': what.hook, 'quire.entity': what.entity }
    case 'job':
      return { 'quire.job': what.job, 'quire.entity': what.entity }
    case 'storage':
      return { 'quire.action': what.action }
    case 'sql':
      return { 'db.query.text': what.text }
  }
}
