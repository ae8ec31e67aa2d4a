/** What others may rely on where there are trees. */
export { circlesIn } from './circles.ts'
export { parentIn, type Tree, treesIn } from './tree-fields.ts'
