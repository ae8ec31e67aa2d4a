/** Internal parts of the edge, for unit tests. */
export {
  compileTrust,
  rateLimitKeyOf,
} from '../../../packages/server/src/intake/clients.ts'
export { Deadlines } from '../../../packages/core/src/content/deadlines.ts'
export type { JsonLimits } from '@quirecms/core'
export { RateLimiter } from '../../../packages/server/src/intake/clients.ts'
export {
  parseJsonParameter,
  parseStrictJson,
  parseStrictJsonText,
} from '../../../packages/server/src/intake/strict-json.ts'
export { BufferedOutput } from '../../../packages/server/src/log/buffered-output.ts'
export { readableLines } from '../../../packages/server/src/log/readable-lines.ts'
export { toEnvelope } from '../../../packages/server/src/reply/error-envelope.ts'
export { sendJson } from '../../../packages/server/src/reply/send.ts'
export { Compressor } from '../../../packages/server/src/reply/compressor.ts'
