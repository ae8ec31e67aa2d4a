import type { PresentedDocument } from '../../contracts/answer.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { openPopulation, type PopulatedTarget, type Population } from '../../query/parse-populate.ts'
import { untilLate } from '../awaited-answer.ts'
import { currentUnit } from '../unit-of-work.ts'
import type { Call } from '../call.ts'
import { answerTags, ClientTimeSlice } from '../waiting-client.ts'
import {
  asEvaluated,
  type ReadPlan,
  readPlanOf,
  redact,
  select,
  selectedFields,
  systemText,
  systemValues,
  toReadForm,
} from './read-form.ts'
import { populate } from './populate.ts'
import type { PresentationRequest } from './requested.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { AskedJoins } from '../../query/parse-joins.ts'
import type { Selection } from '../../query/parse-select.ts'
import { deniedInEach, type DeniedPaths } from '../field-access.ts'
import { computeRequested, ApplicationCodeOnRead } from './application-code-on-read.ts'
import { fillJoins, placeJoins } from './joins.ts'
import { mayShowPictures, placeAddresses } from './picture-addresses.ts'
import { parseJson } from '../../content/parse-json.ts'

/**
 * Presents documents: localize, compute, run hooks, redact, select, join, populate
 * (docs/contract/application-code.md#hook-order). `fieldsFor` is the call whose caller the field rules of these
 * documents are asked about; everything else is read for `call`.
 */
export async function present(
  call: Call,
  stored: readonly StoredDocument[],
  { selection, population, joins }: PresentationRequest,
  fieldsFor: Call = call,
): Promise<PresentedDocument[]> {
  const { entity } = call
  noteDocuments(entity, stored)
  if (
    !population &&
    !selection &&
    readPlanOf(entity).isSentAsStored &&
    stored.every((document) => hasCurrentForm(entity, document))
  ) {
    return stored.map((document) => new PlainDocument(entity, document))
  }
  const opened = call.populatedBy?.opened ?? null
  const docs = await renderAll(call, entity, stored, { selection, opened, joins }, fieldsFor)
  const isWhole = !population && !selection && !choosesLocale(call) && !readPlanOf(entity).restsOnMore
  if (population) {
    const wanted = openPopulation(population, opened, entity.fields, call.runtime.manifest.collections)
    const roots = docs.map((doc) => ({ entity, doc, population: wanted, occurrences: 1 }))
    await populate(call, roots, renderPopulated)
  }
  return stored.map(
    (document, index) => new RenderedDocument(document, docs[index] ?? {}, isWhole && hasCurrentForm(entity, document)),
  )
}

/** A cache must evict the response once one of these documents changes. */
function noteDocuments(entity: Entity<Call>, stored: readonly StoredDocument[]): void {
  const tags = answerTags()
  if (tags) for (const { id } of stored) tags.addDocument(entity, id)
}

export async function presentOne(
  call: Call,
  stored: StoredDocument,
  presentation: PresentationRequest,
  fieldsFor: Call = call,
): Promise<PresentedDocument> {
  const [presented] = await present(call, [stored], presentation, fieldsFor)
  if (!presented) throw new Error('presenting a document lost it')
  return presented
}

/**
 * Presents a written document. It is committed, so an error or timeout is only logged, and the response then contains
 * the system fields.
 */
export async function presentWritten(
  call: Call,
  stored: StoredDocument,
  presentation: PresentationRequest,
  fieldsFor?: Call,
): Promise<PresentedDocument> {
  const answering: Call = call.entity.copies ? { ...call, copies: { ...call.copies, answers: 'newest' } } : call
  // A nested call may still be rolled back by the outer one.
  if (currentUnit(call.runtime.storage, call.caller.context))
    return presentOne(answering, stored, presentation, fieldsFor)
  const whatIsCertain = (error: unknown) => {
    call.runtime.reportError(`"${call.entity.slug}" was written, but could not be read back`, error)
    return new RenderedDocument(stored, systemValues(call.entity, stored), false)
  }
  try {
    return await untilLate(presentOne(answering, stored, presentation, fieldsFor), () => whatIsCertain(tooSlow()))
  } catch (error) {
    return whatIsCertain(error)
  }
}

function tooSlow(): Error {
  return new Error(
    'Reading it back took longer than a response may take. Check what its afterRead hooks, virtual fields and field rules wait for.',
  )
}

/** Whether the response differs by locale: without a choice, the configuration determines it. */
function choosesLocale({ entity, input: { query } }: Call): boolean {
  return entity.localized && (query['locale'] !== undefined || query['fallbackLocale'] !== undefined)
}

/** In an opened place, shows what was opened, whatever the request selects. */
async function renderPopulated(
  call: Call,
  entity: Entity<Call>,
  stored: readonly StoredDocument[],
  { selection, opened }: PopulatedTarget,
): Promise<JsonObject[]> {
  noteDocuments(entity, stored)
  const docs = await renderAll(
    call,
    entity,
    stored,
    { selection, opened: opened?.population ?? null, isPopulated: true },
    call,
  )
  const byLocale = call.locale?.all ?? false
  if (opened?.selection) for (const doc of docs) select(entity.fields, doc, { ...opened.selection, byLocale })
  return docs
}

/**
 * Whether the stored form of a document is the one that readers get now. Documents of an older shape lack new fields,
 * and pictures lack their URLs.
 */
function hasCurrentForm(entity: Entity<Call>, document: StoredDocument): boolean {
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

/** In the order of the documents: read, computed, hooked, redacted, selected, with their joins. */
async function renderAll(
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
  // After redaction and selection: pictures that are not shown are neither looked up nor tagged.
  if (plan.pictures && !plan.codeSeesDocument && stored.some(mayShowPictures)) await placeAddresses(call, entity, docs)
  if (plan.onRequest.length > 0) computeRequested(call, plan.onRequest, stored, docs, { selection, isPopulated })
  if (plan.joins) await fillJoins(call, entity, docs, { opened, joins })
  return docs
}

/** A populated page may contain thousands of documents. */
async function renderEach(
  stored: readonly StoredDocument[],
  renderOne: (document: StoredDocument) => JsonObject,
  slice = new ClientTimeSlice(),
): Promise<JsonObject[]> {
  const docs: JsonObject[] = []
  for (const document of stored) {
    if (slice.isOver) await slice.letOthersIn()
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
  if (plan.isSentAsStored && !selection && hasCurrentForm(entity, document)) return plainValue(entity, document)
  const doc = toReadForm(entity, document, call.locale, fields)
  if (plan.joins) placeJoins(call, entity, doc)
  redactAndSelect(call, entity, plan, doc, null, selection)
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
  const code = new ApplicationCodeOnRead(call, entity)
  const slice = new ClientTimeSlice()
  const docs = await renderEach(stored, (document) => toReadForm(entity, document, call.locale), slice)
  // The response may depend on pictures in texts that are not shown.
  if (plan.pictures && plan.codeSeesDocument && stored.some(mayShowPictures)) await placeAddresses(call, entity, docs)
  for (const doc of docs) {
    if (slice.isOver) await slice.letOthersIn()
    if (plan.virtuals) await code.computeVirtuals(doc)
    if (plan.joins) placeJoins(call, entity, doc)
  }
  // Ask rules before hooks change the documents, and for all documents at once, because some rules read others.
  const denied = plan.rules ? await unreadableFields(fieldsFor, entity, stored, docs) : []
  const rendered: JsonObject[] = []
  for (const [index, doc] of docs.entries()) {
    if (slice.isOver) await slice.letOthersIn()
    if (plan.fieldHooks) await code.runFieldHooks(doc)
    const hooked = plan.hooks ? await code.runHooks(doc) : doc
    redactAndSelect(call, entity, plan, hooked, denied[index] ?? null, selection)
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

function redactAndSelect(
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

/** A class, because creating object literals with getters is slow. */
class RenderedDocument implements PresentedDocument {
  readonly id: string
  readonly revision: number
  readonly value: JsonObject
  readonly isPlain: boolean

  constructor({ id, revision }: StoredDocument, value: JsonObject, isPlain: boolean) {
    this.id = id
    this.revision = revision
    this.value = value
    this.isPlain = isPlain
  }

  get text(): string {
    return JSON.stringify(this.value)
  }
}

/** Fast path: the stored text is sent after the system fields. */
class PlainDocument implements PresentedDocument {
  readonly id: string
  readonly revision: number
  readonly isPlain = true
  readonly #entity: Entity<Call>
  readonly #stored: StoredDocument

  constructor(entity: Entity<Call>, stored: StoredDocument) {
    this.id = stored.id
    this.revision = stored.revision
    this.#entity = entity
    this.#stored = stored
  }

  get text(): string {
    const { json } = this.#stored
    const system = systemText(this.#entity, this.#stored)
    return json === '{}' ? `${system}}` : `${system},${json.slice(1)}`
  }

  get value(): JsonObject {
    return plainValue(this.#entity, this.#stored)
  }
}

function plainValue(entity: Entity<Call>, stored: StoredDocument): JsonObject {
  return Object.assign(systemValues(entity, stored), parseJson(stored.json) as JsonObject)
}
