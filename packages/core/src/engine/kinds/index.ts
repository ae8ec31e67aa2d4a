/** The kinds of operations: what is asked before the operation's own code runs, in one place for each. */
export { actsOnDocument, changesDocument, type Changing, type Permitted } from './changes-document.ts'
export { looksAtDocument } from './looks-at-document.ts'
export { makesDocument, type Making } from './makes-document.ts'
