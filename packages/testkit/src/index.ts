export * from 'quire/testing'
export { type Explainer, openExplainer } from './query-plan.ts'
export { type PoolerOptions, TransactionPooler } from './transaction-pooler.ts'
