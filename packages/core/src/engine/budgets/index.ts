export { Budget, type BudgetOptions, type GiveBack, Lines, type Taking, type Waiting } from './budget.ts'
