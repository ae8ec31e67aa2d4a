export { parentIn, type Tree, treesIn } from './tree-fields.ts'
