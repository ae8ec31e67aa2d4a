import type { FastifyRequest } from 'fastify'

export interface RequestTracing {
  begin(request: Pick<FastifyRequest, 'headers' | 'method'>, pattern: string | undefined): RequestTrace
}

export interface RequestTrace {
  readonly traceId: string
  run<T>(work: () => T): T
  /** `status` is null if the client disconnected. */
  end(status: number | null): void
}

export function inTrace<T>({ trace }: FastifyRequest, work: () => T): T {
  return trace ? trace.run(work) : work()
}
