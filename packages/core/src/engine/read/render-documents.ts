import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { AskedJoins } from '../../query/parse-joins.ts'
import type { Population } from '../../query/parse-populate.ts'
import type { Selection } from '../../query/parse-select.ts'
import type { Call } from '../call.ts'
import { deniedInEach, type DeniedPaths } from '../field-access.ts'
import { ClientTurn } from './client-turn.ts'
import { computeRequested } from './computed-on-request.ts'
import { asEvaluated } from './for-application.ts'
import { fillJoins, placeJoins } from './joins.ts'
import { redact, select, selectedFields } from './narrow.ts'
import { mayShowPictures, placeAddresses } from './picture-addresses.ts'
import { plainValue } from './presented-document.ts'
import { ReadByApplication } from './read-by-application.ts'
import { toReadForm } from './read-form.ts'
import { type ReadPlan, readPlanOf } from './read-plan.ts'

/**
 * Whether a document can be sent as stored. Documents of an older shape lack new fields, and pictures lack their URLs.
 */
export function isComplete(entity: Entity<Call>, document: StoredDocument): boolean {
  return document.shape === entity.table.shape && !(readPlanOf(entity).pictures && mayShowPictures(document))
}

/** Presentation of documents, and opened places in them. */
interface Rendering {
  readonly selection: Selection | null
  readonly opened: Population | null
  /** Requested options of joins, if they differ from the configuration. */
  readonly joins?: AskedJoins | null | undefined
  /** The documents replace ids. */
  readonly isPopulated?: true
}

/** In the order of the documents: read, computed, hooked, narrowed, with their joins. */
export async function renderAll(
  call: Call,
  entity: Entity<Call>,
  stored: readonly StoredDocument[],
  { selection, opened, joins, isPopulated }: Rendering,
  fieldsFor: Call,
): Promise<JsonObject[]> {
  const plan = readPlanOf(entity)
  // Skips fields that are not selected.
  const fields = selection ? selectedFields(entity.fields, selection) : entity.fields
  const docs = plan.asksApplication
    ? await renderWithApplication(call, entity, plan, stored, selection, fieldsFor)
    : await renderEach(stored, (document) => render(call, entity, plan, document, fields, selection))
  // After narrowing: pictures that are not shown are neither looked up nor tagged.
  if (plan.pictures && !plan.codeSeesDocument && stored.some(mayShowPictures)) await placeAddresses(call, entity, docs)
  if (plan.onRequest.length > 0) computeRequested(call, plan.onRequest, stored, docs, { selection, isPopulated })
  if (plan.joins) await fillJoins(call, entity, docs, { opened, joins })
  return docs
}

/** A populated page may contain thousands of documents. */
async function renderEach(
  stored: readonly StoredDocument[],
  renderOne: (document: StoredDocument) => JsonObject,
  turn = new ClientTurn(),
): Promise<JsonObject[]> {
  const docs: JsonObject[] = []
  for (const document of stored) {
    if (turn.isOver) await turn.letOthersIn()
    docs.push(renderOne(document))
  }
  return docs
}

function render(
  call: Call,
  entity: Entity<Call>,
  plan: ReadPlan,
  document: StoredDocument,
  fields: readonly FieldNode[],
  selection: Selection | null,
): JsonObject {
  if (plan.plain && !selection && isComplete(entity, document)) return plainValue(entity, document)
  const doc = toReadForm(entity, document, call.locale, fields)
  if (plan.joins) placeJoins(call, entity, doc)
  narrow(call, entity, plan, doc, null, selection)
  return doc
}

/** The same with virtual fields, rules and hooks, which see the whole document. */
async function renderWithApplication(
  call: Call,
  entity: Entity<Call>,
  plan: ReadPlan,
  stored: readonly StoredDocument[],
  selection: Selection | null,
  fieldsFor: Call,
): Promise<JsonObject[]> {
  const application = new ReadByApplication(call, entity)
  const turn = new ClientTurn()
  const docs = await renderEach(stored, (document) => toReadForm(entity, document, call.locale), turn)
  // The response may depend on pictures in texts that are not shown.
  if (plan.pictures && plan.codeSeesDocument && stored.some(mayShowPictures)) await placeAddresses(call, entity, docs)
  for (const doc of docs) {
    if (turn.isOver) await turn.letOthersIn()
    if (plan.virtuals) await application.computeVirtuals(doc)
    if (plan.joins) placeJoins(call, entity, doc)
  }
  // Ask rules before hooks change the documents, and for all documents at once, because some rules read others.
  const denied = plan.rules ? await unreadableFields(fieldsFor, entity, stored, docs) : []
  const rendered: JsonObject[] = []
  for (const [index, doc] of docs.entries()) {
    if (turn.isOver) await turn.letOthersIn()
    if (plan.fieldHooks) await application.runFieldHooks(doc)
    const hooked = plan.hooks ? await application.runHooks(doc) : doc
    narrow(call, entity, plan, hooked, denied[index] ?? null, selection)
    rendered.push(hooked)
  }
  return rendered
}

function unreadableFields(
  call: Call,
  entity: Entity<Call>,
  stored: readonly StoredDocument[],
  docs: readonly JsonObject[],
): Promise<DeniedPaths[]> {
  const asked = stored.map((document, index) => ({
    subject: { id: document.id, doc: docs[index] },
    stored: asEvaluated(entity, document),
  }))
  return deniedInEach(call, entity, 'read', asked)
}

/** Applies redaction and selection. */
function narrow(
  { caller, locale }: Call,
  { fields }: Entity<Call>,
  plan: ReadPlan,
  doc: JsonObject,
  denied: DeniedPaths,
  selection: Selection | null,
): void {
  const byLocale = locale?.all ?? false
  if (denied || (plan.hidden && !caller.system)) redact(fields, doc, { denied, showHidden: caller.system, byLocale })
  if (selection) select(fields, doc, { ...selection, byLocale })
}
