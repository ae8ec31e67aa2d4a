import type { JsonValue } from '../../contracts/json.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Runtime } from '../call.ts'

/** Parses stored JSON of a job. Null if it is unreadable: one broken record must not block all others. */
export function keptJson(runtime: Pick<Runtime, 'reportError'>, id: string, text: string | null): JsonValue {
  if (text === null) return null
  try {
    return parseJson(text)
  } catch (error) {
    runtime.reportError(`what is kept of the job ${id} cannot be read`, error)
    return null
  }
}
