import type { DataMigration, Storage, StorageSchema, Condition, IndexSpec, JsonObject } from '@quirecms/core'

export interface OpenOptions {
  readonly schema: StorageSchema
  readonly dataMigrations?: readonly DataMigration[]
  readonly onStatement?: (text: string, parameters: readonly unknown[]) => void
}

export interface StorageUnderTest {
  open(options: OpenOptions): Promise<Storage>
  drop(): Promise<void>
}

export type CreateStorage = () => Promise<StorageUnderTest>

/** Documents by id, and which of them each condition finds. Its negation must find exactly the other ones. */
export interface ConditionGroup {
  readonly name: string
  readonly documents: Readonly<Record<string, JsonObject>>
  /** The results must be the same with and without these. */
  readonly indexes?: readonly IndexSpec[]
  readonly cases: readonly (readonly [name: string, condition: Condition, found: string])[]
}
