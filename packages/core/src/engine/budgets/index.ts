export { Budget, type BudgetOptions, type GiveBack, type Taking } from './budget.ts'
export { Lines, type Waiting } from './lines.ts'
