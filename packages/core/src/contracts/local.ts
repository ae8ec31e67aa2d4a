import type { Actor } from './access.ts'

/**
 * The methods of one collection or global, one for each operation. Their arguments and answers follow from the
 * configuration, which this contract doesn't know; `LocalApi<typeof config>` does.
 */
export interface AnyMethods {
  // oxlint-disable-next-line typescript/no-explicit-any -- hooks of every application call these with their own types
  readonly [method: string]: (...args: any[]) => Promise<any>
}

/** The methods of a collection, with the one that answers with many documents, one after another. */
export type AnyCollectionMethods = {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly each: (...args: any[]) => AsyncIterable<any>
} & AnyMethods

/** What is asked of the whole application. */
export interface OverviewMethods {
  readonly access: AnyMethods[string]
  readonly counts: AnyMethods[string]
  readonly search: AnyMethods[string]
}

/** The local API without an application's types (contract 13). */
export interface AnyLocalApi extends OverviewMethods {
  readonly collections: Readonly<Record<string, AnyCollectionMethods>>
  readonly globals: Readonly<Record<string, AnyMethods>>
  /** Signing in and related methods, by auth collection. */
  readonly auth: Readonly<Record<string, AnyMethods>>
  /** The actor's own sessions, keys and preferences. */
  readonly account: AnyMethods
  /** The methods that plugins bring, by the key of the plugin. */
  readonly plugins: Readonly<Record<string, AnyMethods>>
  /** Runs `work` in one transaction, which the calls of the given API join. If it throws, nothing happened. */
  transaction<Result>(work: (local: AnyLocalApi) => Promise<Result>): Promise<Result>
  /** Acts for this actor, with exactly its rights. */
  as(actor: Actor): AnyLocalApi
  /** The one explicit way past the access rules. */
  asSystem(): AnyLocalApi
}
