import type { JsonValue } from '../../contracts/json.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Runtime } from '../call.ts'

/** What is kept of a job as JSON; null for what nobody can read any more: one record must not be in the way of all others. */
export function keptJson(runtime: Pick<Runtime, 'reportError'>, id: string, text: string | null): JsonValue {
  if (text === null) return null
  try {
    return parseJson(text)
  } catch (error) {
    runtime.reportError(`what is kept of the job ${id} cannot be read`, error)
    return null
  }
}
