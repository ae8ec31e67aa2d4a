import type { ServerResponse } from 'node:http'

/** Responses that say 503 because the handler took too long: whatever it still does, nobody waits for it. */
export const answeredLate = new WeakSet<ServerResponse>()
