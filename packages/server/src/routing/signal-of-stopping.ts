import type { ServerResponse } from 'node:http'
import type { Moment } from '../intake/moment.ts'

/**
 * A signal that fires when the service begins to stop, for as long as somebody waits for this response. Each response has its own: those who
 * listen to it and never stop would otherwise be kept for as long as the process lives.
 */
export function signalOfStopping(stopping: Moment, response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const forget = stopping.on(() => controller.abort())
  if (response.destroyed) forget()
  else response.once('close', forget)
  return controller.signal
}
