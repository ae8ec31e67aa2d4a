export { parentIn, type Tree, treesIn } from './keep-trees.ts'
