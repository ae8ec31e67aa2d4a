/** The kinds of operations: each defines the checks before an operation's own code. */
export { type AnswersValue, answersValue, type ListsRecords, listsRecords } from './answers-value.ts'
export { actsOnDocument, changesDocument, type ChangeContext, type BeginContext } from './changes-document.ts'
export {
  type Authorized,
  changesRecords,
  type RecordChangeContext,
  type OnRecords,
  onRecords,
} from './changes-records.ts'
export type { CallerCheck, OperationWithRule, OperationWithoutRule } from './described.ts'
export { type InspectsDocument, inspectsDocument } from './inspects-document.ts'
export { type CreatesDocument, createsDocument, type PreparedCreate } from './creates-document.ts'
export { type Redirect, redirects } from './redirects.ts'
export { type ReadsDocument, readsDocument, type ReadsDocuments, readsDocuments } from './reads-documents.ts'
