/** Operations: their kinds, what they take and answer, the rules that they ask, and how one runs another. */
export type { Answer, Pagination, PresentedDocument, StreamedContent } from '../contracts/answer.ts'
export { type ErrorCode, type Issue, QuireError } from '../contracts/errors.ts'
export type { SentEvent } from '../contracts/event-stream.ts'
export type { HookArguments } from '../contracts/hooks.ts'
export type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
export type { Localization } from '../contracts/localization.ts'
export { textIn } from '../contracts/localized-text.ts'
export {
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
export { ask, askInGeneral, decideInsteadOf, refuse, ruleArguments, ruleOf, type Subject } from '../engine/access.ts'
export { answerInParts } from '../engine/answer-in-parts.ts'
export { untilLate, withoutAnswer } from '../engine/awaited-answer.ts'
export { Budget } from '../engine/budgets/budget.ts'
export { type Call, defineOperation, documentId, type ForOthers, readerOf, type Runtime } from '../engine/call.ts'
export { checkParameters } from '../engine/check-parameters.ts'
export { beforeOperation, execute } from '../engine/execute.ts'
export { beforeRead, hasHooks, runHooks } from '../engine/hooks.ts'
export { answersValue, listsRecords } from '../engine/kinds/answers-value.ts'
export { actsOnDocument, changesDocument } from '../engine/kinds/changes-document.ts'
export { changesRecords } from '../engine/kinds/changes-records.ts'
export { looksAtDocument } from '../engine/kinds/looks-at-document.ts'
export type { Making } from '../engine/kinds/makes-document.ts'
export { type Redirect, redirects } from '../engine/kinds/redirects.ts'
export { storesDocument } from '../engine/kinds/stores-document.ts'
export { chooseLocale } from '../engine/locale-choice.ts'
export { answerTags } from '../engine/noted-basis.ts'
export { systemCall } from '../engine/system-call.ts'
export { isTimeOver, refuseIfGone, waitingClient } from '../engine/waiting-client.ts'
export { refuseIfOver } from '../local/local-method.ts'
export { wrongOption } from '../local/wrong-option.ts'
export { actOn } from '../operations/bulk-results.ts'
export { bulkOf } from '../operations/bulk.ts'
export { count } from '../operations/count.ts'
export { create, creating } from '../operations/create.ts'
export { distinct, fieldParameter } from '../operations/distinct.ts'
export { copyContent, duplicate } from '../operations/duplicate.ts'
export { list } from '../operations/list.ts'
export { ofGlobal } from '../operations/of-global.ts'
export { readGlobal } from '../operations/read-global.ts'
export { read } from '../operations/read.ts'
export { remove } from '../operations/remove.ts'
export { update, updateGlobal } from '../operations/update.ts'
export { byParameter, hasNamingField, isNaming, upsert } from '../operations/upsert.ts'
