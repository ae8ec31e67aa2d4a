/** The kinds of operations: each defines the checks before an operation's own code. */
export { type AnswersValue, answersValue, type ListsRecords, listsRecords } from './answers-value.ts'
export { actsOnDocument, changesDocument, type Changing, type Permitted } from './changes-document.ts'
export {
  type Admitted,
  changesRecords,
  type ChangingRecords,
  type OnRecords,
  onRecords,
} from './changes-records.ts'
export type { Admission, Described, DescribedWithoutRule } from './described.ts'
export { type LooksAtDocument, looksAtDocument } from './looks-at-document.ts'
export { type MakesDocument, makesDocument, type Making } from './makes-document.ts'
export { type Redirect, redirects } from './redirects.ts'
export { type ReadsDocument, readsDocument, type ReadsDocuments, readsDocuments } from './reads-documents.ts'
