/**
 * `quirecms/testing`: tests of applications and plugins on real databases, and contract suites for storage. Needs
 * Vitest and `@quirecms/sdk`, which applications install for tests; nothing else in this package imports it.
 */
export { CHANNELS, type Outcome, type StatedCall } from './channels.ts'
export type { Matrix } from './matrix.ts'
export { must } from './must.ts'
export { noInterference, type NoInterference, type NoInterferenceOptions } from './no-interference/no-interference.ts'
export type { SecretField } from './no-interference/secrets.ts'
export { describeEachDatabase, onEachDatabase, type TestSetup } from './on-each-database.ts'
export { objectStoreContract } from './object-store-contract.ts'
export { type ExpectedAnswer, type Scenario, scenarios } from './scenario.ts'
export { storageContract } from './storage-contract/storage-contract.ts'
export type { CreateStorage, OpenOptions, StorageUnderTest } from './storage-contract/storage-under-test.ts'
export {
  type AnyTestApp,
  createTestApp,
  docOf,
  type TestApp,
  type TestAppOptions,
  type TestRequest,
  type TestResponse,
} from './test-app.ts'
export { createTestDatabase, DIALECTS, type Dialect, type TestDatabase } from './test-database.ts'
export type { TestLocal } from './test-local.ts'
