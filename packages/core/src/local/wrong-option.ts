import type { QuireError } from '../contracts/errors.ts'
import { invalidQuery } from '../query/invalid-query.ts'

/** Error for an unknown option or an invalid value of a local call. */
export function wrongOption(path: string, message: string): QuireError {
  return invalidQuery([{ code: 'unknown_field', path, message }])
}
