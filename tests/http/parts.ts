/** Parts of the edge that its package does not export, for tests of their own. */
export {
  compileTrust,
  rateLimitKeyOf,
  // @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
} from '../../packages/server/src/intake/client-address.ts'
// @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
export { Deadlines } from '../../packages/server/src/intake/deadlines.ts'
// @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
export type { JsonLimits } from '../../packages/server/src/intake/json-limits.ts'
export {
  parseQuery,
  type QueryNames,
  rawQueryOf,
  // @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
} from '../../packages/server/src/intake/query-string.ts'
// @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
export { RateLimiter } from '../../packages/server/src/intake/rate-limit.ts'
export {
  parseJsonParameter,
  parseStrictJson,
  parseStrictJsonText,
  // @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
} from '../../packages/server/src/intake/strict-json.ts'
// @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
export { readableLines } from '../../packages/server/src/log/readable-lines.ts'
// @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
export { toEnvelope } from '../../packages/server/src/reply/error-envelope.ts'
// @ts-expect-error TS2878: only what is emitted needs paths that can be rewritten, and tests are not emitted
export { sendJson } from '../../packages/server/src/reply/send.ts'
