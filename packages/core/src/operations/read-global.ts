import type { Operation } from '../contracts/operation.ts'
import type { Call } from '../engine/call.ts'
import { read } from './read.ts'

/** Reads a global, whose path names it. */
export const readGlobal: Operation<Call> = {
  ...read,
  summary: 'Read the global',
  description: 'A global always exists. Until it is first written, it has its defaults.',
  endpoint: { method: 'GET', path: '' },
  local: { method: 'get', args: [] },
}
