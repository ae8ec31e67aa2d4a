import type { Actor } from './access.ts'

/**
 * The methods of one collection or global, as the table of operations gives them. What they take and answer follows from the
 * configuration, which this contract does not know; `LocalApi<typeof config>` does.
 */
export interface AnyMethods {
  // oxlint-disable-next-line typescript/no-explicit-any -- hooks of every application call these with their own types
  readonly [method: string]: (...args: any[]) => Promise<any>
}

/** The local API without an application's types (contract 13). */
export interface AnyLocalApi {
  readonly collections: Readonly<Record<string, AnyMethods>>
  readonly globals: Readonly<Record<string, AnyMethods>>
  /** Signing in and what belongs to it, by auth collection. */
  readonly auth: Readonly<Record<string, AnyMethods>>
  /** What belongs to the actor itself. */
  readonly account: AnyMethods
  /** Acts for somebody: their rights, and no others. */
  as(actor: Actor): AnyLocalApi
  /** The one explicit way past the access rules. */
  asSystem(): AnyLocalApi
}
