import { isProbe, type Method } from './methods.ts'
import { answerOf, type ClientConnection, send } from './send.ts'

interface Queueing {
  readonly at?: string | Date
  readonly in?: string | number
  readonly signal?: AbortSignal
  readonly headers?: RequestInit['headers']
}

/** `jobs.sendNewsletter`: accepts any name; the service refuses unknown jobs. */
export function jobMethods(connection: ClientConnection): object {
  const queue =
    (name: string): Method =>
    async (input = {}, options = {}) => {
      const { at, in: wait, signal, headers } = options as Queueing
      const path = `/api/jobs/${encodeURIComponent(name)}`
      const body = { input, at: at instanceof Date ? at.toISOString() : at, in: wait }
      return answerOf(await send(connection, { method: 'POST', path, body, headers: new Headers(headers), signal }))
    }
  return new Proxy({}, { get: (_, name) => (isProbe(name) ? undefined : queue(name as string)) })
}
