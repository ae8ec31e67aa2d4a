/** The kinds of operations: each defines the checks before an operation's own code. */
export {
  type AnswersValue,
  answersValue,
  type Authorized,
  changesRecords,
  type ListsRecords,
  listsRecords,
  type OnRecords,
  onRecords,
  type RecordChangeContext,
  type Redirect,
  redirects,
} from './without-rule.ts'
export {
  actsOnDocument,
  type BeginContext,
  type ChangeContext,
  changesDocument,
  type InspectsDocument,
  inspectsDocument,
} from './changes-document.ts'
export type { CallerCheck, OperationWithRule, OperationWithoutRule } from './described.ts'
export { type CreatesDocument, createsDocument, type PreparedCreate } from './creates-document.ts'
export { type ReadsDocument, readsDocument, type ReadsDocuments, readsDocuments } from './reads-documents.ts'
