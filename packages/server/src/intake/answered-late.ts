import type { ServerResponse } from 'node:http'

/** Responses that timed out with 503. The handler may still run, but its result is discarded. */
export const answeredLate = new WeakSet<ServerResponse>()
