import type { DataMigration, Storage, StorageSchema } from '@quirecms/core'

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
