export { CHANNELS, type Outcome, type StatedCall } from './channels.ts'
export { DIALECTS_OF, type Matrix } from './matrix.ts'
export { must } from './must.ts'
export { onEachDatabase, type TestSetup } from './on-each-database.ts'
export { objectStoreContract } from './object-store-contract.ts'
export { type Explainer, openExplainer } from './query-plan.ts'
export { type ExpectedAnswer, type Scenario, scenarios } from './scenario.ts'
export { sharedInFile } from './shared-in-file.ts'
export { storageContract } from './storage-contract/storage-contract.ts'
export type { CreateStorage, StorageUnderTest } from './storage-contract/storage-under-test.ts'
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
export { type TestLocal, testLocal } from './test-local.ts'
export { type PoolerOptions, TransactionPooler } from './transaction-pooler.ts'
