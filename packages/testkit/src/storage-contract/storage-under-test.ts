import type { DataMigration, Storage, StorageSchema } from '@quire/core'

export interface OpenOptions {
  readonly schema: StorageSchema
  readonly dataMigrations?: readonly DataMigration[]
  readonly onStatement?: (text: string) => void
}

/** One empty database. Whoever opens it twice has two instances of the same. */
export interface StorageUnderTest {
  open(options: OpenOptions): Promise<Storage>
  drop(): Promise<void>
}

export type CreateStorage = () => Promise<StorageUnderTest>
