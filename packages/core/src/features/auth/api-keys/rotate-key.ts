import { QuireError } from '../../../contracts/errors.ts'
import { parseDuration } from '../../../config/quantities.ts'
import type { Call } from '../../../engine/call.ts'
import { changesRecords } from '../../../engine/kinds/changes-records.ts'
import { tellDone } from '../../../engine/tell-access.ts'
import { API_KEYS } from '../auth-tables.ts'
import { API_KEY_API } from './api-key-api.ts'
import { shownKey } from './key-answer.ts'
import { newSecret } from './new-secret.ts'
import { findKey, keyOwnerByCookie } from './own-keys.ts'

const LONGEST_OVERLAP = 24 * 3_600_000

/** Another secret for the same key, so that whoever uses it can change over without a gap. */
export const rotateApiKey = changesRecords({
  ...API_KEY_API.rotateApiKey,
  tells: null,
  admits: keyOwnerByCookie,
  request: requestedOverlap,
  async run({ call, unit, who: owner, request: overlap }) {
    const { records } = unit.tx
    const row = await findKey(records, call, owner)
    const { key, kept } = newSecret()
    const until = new Date(call.runtime.clock().getTime() + overlap).toISOString()
    // Of three secrets, the oldest is gone: no rotation makes it good for longer.
    const former =
      overlap > 0 ? { formerHash: row.keyHash, formerUntil: until } : { formerHash: null, formerUntil: null }
    const changes = { ...kept, ...former }
    await records.update(API_KEYS.name, { id: row.id }, changes)
    await tellDone(call, unit, { action: 'auth.keyRotated', changes: [{ path: row.id, from: row.name, to: row.name }] })
    return { kind: 'value', value: { doc: shownKey({ ...row, ...changes }), key } }
  },
})

/** In milliseconds. A number is one of seconds. */
function requestedOverlap({ input }: Call): number {
  const { overlap = 0 } = (input.body ?? {}) as { overlap?: number | string }
  const asked = typeof overlap === 'number' ? overlap * 1_000 : durationOf(overlap)
  if (asked <= LONGEST_OVERLAP) return asked
  const message = 'Must be a number of seconds or a text such as "10m", at most 24 hours.'
  const issues = [{ code: 'max', path: 'overlap', message } as const]
  throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
}

function durationOf(text: string): number {
  try {
    return parseDuration(text)
  } catch {
    return Infinity
  }
}
