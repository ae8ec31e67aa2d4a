/** The kinds of operations: what is asked before the operation's own code runs, in one place for each. */
export { actsOnDocument, changesDocument, type Changing, type Permitted } from './changes-document.ts'
export type { Described } from './described.ts'
export { type LooksAtDocument, looksAtDocument } from './looks-at-document.ts'
export { type MakesDocument, makesDocument, type Making } from './makes-document.ts'
