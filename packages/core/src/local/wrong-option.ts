import type { QuireError } from '../contracts/errors.ts'
import { invalidQuery } from '../query/invalid-query.ts'

/** What a call of the local API is told that gives an option or a value that there is not. */
export function wrongOption(path: string, message: string): QuireError {
  return invalidQuery([{ code: 'unknown_field', path, message }])
}
