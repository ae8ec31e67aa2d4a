import type { JsonValue } from '../../contracts/json.ts'
import type { FeatureFields } from './config.ts'
import type { SystemFields } from './system-fields.ts'

/**
 * Documents of applications that are not known before the program runs, as for an admin app. Which fields they have, only the schema of
 * the application says.
 */

/** A document as it is read. */
export interface AnyDoc extends SystemFields, Partial<FeatureFields> {
  [field: string]: JsonValue | undefined
}

/** A user. All of them have an address. */
export interface AnyUser extends AnyDoc {
  email: string
}

/** What is written. */
export interface AnyInput {
  readonly [field: string]: unknown
}

/** Which fields are in an answer. */
export interface AnySelect {
  readonly [field: string]: boolean | AnySelect
}
