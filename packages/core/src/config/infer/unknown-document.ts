import type { JsonValue } from '../../contracts/json.ts'
import type { FeatureFields } from './config.ts'
import type { SystemFields } from './system-fields.ts'

/**
 * Types for applications that are unknown at compile time, as in the admin app. Only the schema of the application has
 * their fields.
 */

export interface AnyDoc extends SystemFields, Partial<FeatureFields> {
  [field: string]: JsonValue | undefined
}

/** A user; always has an email address. */
export interface AnyUser extends AnyDoc {
  email: string
}

export interface AnyInput {
  readonly [field: string]: unknown
}

export interface AnySelect {
  readonly [field: string]: boolean | AnySelect
}
