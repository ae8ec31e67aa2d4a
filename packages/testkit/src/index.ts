export * from 'quirecms/testing'
export { overNetwork } from './over-network.ts'
export { type Explainer, openExplainer } from './query-plan.ts'
export { type PoolerOptions, TransactionPooler } from './transaction-pooler.ts'
