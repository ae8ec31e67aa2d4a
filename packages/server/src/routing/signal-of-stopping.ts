import type { ServerResponse } from 'node:http'
import type { OneTimeEvent } from '../intake/shutdown.ts'

/**
 * Returns a signal that aborts when the service begins to stop, until this response is closed. Each response has its
 * own signal, so that listeners that are never removed don't accumulate.
 */
export function signalOfStopping(stopping: OneTimeEvent, response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const forget = stopping.on(() => controller.abort())
  if (response.destroyed) forget()
  else response.once('close', forget)
  return controller.signal
}
