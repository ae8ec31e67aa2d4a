import { defineOperation } from '../engine/call.ts'
import { read } from './read.ts'

/** A global is read like any document, except that its path already names it. */
export const readGlobal = defineOperation({
  ...read,
  summary: 'Read the global',
  endpoint: { method: 'GET', path: '' },
  local: { method: 'get', args: [] },
})
