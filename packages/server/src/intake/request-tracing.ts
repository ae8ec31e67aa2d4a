import type { FastifyRequest } from 'fastify'

/** Follows requests from service to service. */
export interface RequestTracing {
  /** Begins where whoever sent the request says that it began. */
  begin(request: Pick<FastifyRequest, 'headers' | 'method'>, pattern: string | undefined): RequestTrace
}

export interface RequestTrace {
  readonly traceId: string
  /** Whatever begins in the course of this belongs to the request. */
  run<T>(work: () => T): T
  /** Null: the client went away. */
  end(status: number | null): void
}

export function inTrace<T>({ trace }: FastifyRequest, work: () => T): T {
  return trace ? trace.run(work) : work()
}
