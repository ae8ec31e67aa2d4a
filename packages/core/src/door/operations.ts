export type { Answer, Pagination, PresentedDocument, SentEvent, StreamedContent } from '../contracts/answer.ts'
export { type ErrorCode, type Issue, QuireError, type ValueProblem } from '../contracts/errors.ts'
export type { FieldHookSubject, HookArguments, HookSubjects } from '../contracts/hooks.ts'
export type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
export { type Localization, textIn } from '../contracts/localization.ts'
export {
  type AnswerSpec,
  type Caller,
  type IncomingFile,
  looksAtReadCopy,
  type Operation,
  type OperationInput,
  type Parameter,
  pluginOf,
  takesDocument,
} from '../contracts/operation.ts'
export type { RouteArguments, RouteMethod } from '../contracts/route.ts'
export { ask, askWithoutDocument, decideInsteadOf, refusalOf, ruleArguments, type Subject } from '../engine/access.ts'
export { answerInParts } from '../engine/write/in-portions.ts'
export { untilLate, withoutAnswer } from '../engine/awaited-answer.ts'
export { Budget } from '../engine/budgets/budget.ts'
export {
  type Call,
  chooseLocale,
  documentId,
  type PopulatedBy,
  readerOf,
  type Runtime,
  systemCall,
} from '../engine/call.ts'
export { checkParameters } from '../engine/check-parameters.ts'
export { beforeOperation, defineOperation, execute } from '../engine/execute.ts'
export { beforeRead, runHooks } from '../engine/hooks.ts'
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
} from '../engine/kinds/without-rule.ts'
export {
  actsOnDocument,
  type BeginContext,
  type ChangeContext,
  changesDocument,
  type InspectsDocument,
  inspectsDocument,
} from '../engine/kinds/changes-document.ts'
export type { CallerCheck, OperationWithRule, OperationWithoutRule } from '../engine/kinds/of-kind.ts'
export {
  type CreatesDocument,
  createsDocument,
  type PreparedCreate,
  storesDocument,
} from '../engine/kinds/creates-document.ts'
export {
  type ReadsDocument,
  readsDocument,
  type ReadsDocuments,
  readsDocuments,
} from '../engine/kinds/reads-documents.ts'
export { encodeTag } from '../engine/answer-basis.ts'
export {
  ForbiddenAddress,
  type OutgoingAnswer,
  type OutgoingRequest,
  type SendRequest,
} from '../contracts/outgoing-request.ts'
export { describedMethod, implementApi } from '../operations/implement-api.ts'
export { answerTags, isTimeOver, refuseIfGone, waitingClient } from '../engine/waiting-client.ts'
export { refuseIfOver } from '../local/local-method.ts'
export { wrongOption } from '../local/read-arguments.ts'
export { actOn } from '../operations/bulk-results.ts'
export { bulkOf } from '../operations/bulk.ts'
export { creating } from '../operations/create.ts'
export { documents, ofGlobal } from '../operations/documents.ts'
export { remove } from '../operations/remove.ts'
export { isNaming } from '../operations/upsert.ts'
