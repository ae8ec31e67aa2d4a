export { circlesIn } from './circles.ts'
export { parentIn, type Tree, treesIn } from './tree-fields.ts'
