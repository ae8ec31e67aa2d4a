import type { FastifyRequest } from 'fastify'

export interface RequestTracing {
  /** Begins a trace, or continues the one that the request headers name. */
  begin(request: Pick<FastifyRequest, 'headers' | 'method'>, pattern: string | undefined): RequestTrace
}

export interface RequestTrace {
  readonly traceId: string
  /** Runs `work` within the trace of the request. */
  run<T>(work: () => T): T
  /** `status` is null if the client disconnected. */
  end(status: number | null): void
}

export function inTrace<T>({ trace }: FastifyRequest, work: () => T): T {
  return trace ? trace.run(work) : work()
}
