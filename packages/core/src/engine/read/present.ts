import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { PresentedDocument } from '../../contracts/answer.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { openPopulation } from '../../query/open-population.ts'
import type { AskedJoins } from '../../query/parse-joins.ts'
import type { PopulatedTarget, Population } from '../../query/parse-populate.ts'
import type { Selection } from '../../query/parse-select.ts'
import { answerTags } from '../noted-basis.ts'
import { untilLate } from '../awaited-answer.ts'
import type { Call } from '../call.ts'
import { deniedInEach, type DeniedPaths } from '../field-access.ts'
import { ReadByApplication } from './read-by-application.ts'
import { currentUnit } from '../unit-of-work.ts'
import { fillJoins, placeJoins } from './joins.ts'
import { computeRequested } from './computed-on-request.ts'
import { redact, select, selectedFields } from './narrow.ts'
import { mayShowPictures, placeAddresses } from './picture-addresses.ts'
import { populate } from './populate.ts'
import { systemText, systemValues, toReadForm } from './read-form.ts'
import { type ReadPlan, readPlanOf } from './read-plan.ts'
import type { Presentation } from './read-request.ts'
import { parseJson } from '../../content/parse-json.ts'
import { ClientTurn } from './client-turn.ts'

/**
 * How documents go out: localized, computed, hooked, redacted, selected, joined and populated
 * (docs/contract/application-code.md#hook-order). `fieldsFor` is the call whose caller the field rules of these documents are asked about;
 * all else, and every other document, is read for `call`.
 */
export async function present(
  call: Call,
  stored: readonly StoredDocument[],
  { selection, population, joins }: Presentation,
  fieldsFor: Call = call,
): Promise<PresentedDocument[]> {
  const { entity } = call
  noteDocuments(entity, stored)
  if (
    !population &&
    !selection &&
    readPlanOf(entity).plain &&
    stored.every((document) => isComplete(entity, document))
  ) {
    return stored.map((document) => new PlainDocument(entity, document))
  }
  const opened = call.others?.opened ?? null
  const docs = await renderAll(call, entity, stored, { selection, opened, joins }, fieldsFor)
  const isWhole = !population && !selection && !choosesLocale(call) && !readPlanOf(entity).restsOnMore
  if (population) {
    const wanted = openPopulation(population, opened, entity.fields, call.runtime.manifest.collections)
    const roots = docs.map((doc) => ({ entity, doc, population: wanted, places: 1 }))
    await populate(call, roots, renderPopulated)
  }
  return stored.map(
    (document, index) => new RenderedDocument(document, docs[index] ?? {}, isWhole && isComplete(entity, document)),
  )
}

/** Whoever keeps the answer has to forget it once one of these changes. */
function noteDocuments(entity: Entity<Call>, stored: readonly StoredDocument[]): void {
  const tags = answerTags()
  if (tags) for (const { id } of stored) tags.addDocument(entity, id)
}

export async function presentOne(
  call: Call,
  stored: StoredDocument,
  presentation: Presentation,
  fieldsFor: Call = call,
): Promise<PresentedDocument> {
  const [presented] = await present(call, [stored], presentation, fieldsFor)
  if (!presented) throw new Error('one document in, none out')
  return presented
}

/**
 * What a write answers with. It is committed by then, so whatever goes wrong with reading it back, or takes longer than the answer may, is
 * for the log, and must not make it look as if it had failed: the answer then carries what is certain of the document, its system fields.
 */
export async function presentWritten(
  call: Call,
  stored: StoredDocument,
  presentation: Presentation,
  fieldsFor?: Call,
): Promise<PresentedDocument> {
  const answering: Call = call.entity.copies ? { ...call, copies: { ...call.copies, answers: 'newest' } } : call
  // A nested call is committed with the one around it, which may still take it back.
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
    'Reading it back took longer than the answer may. See what its afterRead hooks, virtual fields and field rules wait for.',
  )
}

/**
 * Whether a document can go out as it is stored. One of an older shape lacks fields that were added since, and pictures in a text lack
 * their addresses.
 */
function isComplete(entity: Entity<Call>, document: StoredDocument): boolean {
  return document.shape === entity.table.shape && !(readPlanOf(entity).pictures && mayShowPictures(document))
}

/** One document reads differently in each locale; without a choice, the configuration has made it. */
function choosesLocale({ entity, input: { query } }: Call): boolean {
  return entity.localized && (query['locale'] !== undefined || query['fallbackLocale'] !== undefined)
}

/** A document in an opened place shows what was opened of it, whatever is asked for. */
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

/** What of documents is answered, and in which of their places other documents are opened. */
interface Rendering {
  readonly selection: Selection | null
  readonly opened: Population | null
  /** What is asked of their joins, if that is more than the configuration says. */
  readonly joins?: AskedJoins | null | undefined
  /** They stand in the place of ids. */
  readonly isPopulated?: true
}

async function renderAll(
  call: Call,
  entity: Entity<Call>,
  stored: readonly StoredDocument[],
  { selection, opened, joins, isPopulated }: Rendering,
  fieldsFor: Call,
): Promise<JsonObject[]> {
  const plan = readPlanOf(entity)
  // Nobody looks at what is not selected, so it need not be made.
  const fields = selection ? selectedFields(entity.fields, selection) : entity.fields
  const docs = plan.asksApplication
    ? await renderWithApplication(call, entity, plan, stored, selection, fieldsFor)
    : await renderEach(stored, (document) => render(call, entity, plan, document, fields, selection))
  // Once it is known what goes out: what the reader may not see is looked for no further, and is named in no cache tag.
  if (plan.pictures && !plan.codeSeesDocument && stored.some(mayShowPictures)) await placeAddresses(call, entity, docs)
  if (plan.onRequest.length > 0) computeRequested(call, plan.onRequest, stored, docs, { selection, isPopulated })
  if (plan.joins) await fillJoins(call, entity, docs, { opened, joins })
  return docs
}

/** A page with all that is populated there may be thousands of documents. */
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

/** The same where virtual fields, rules and hooks have their say: they see the whole document. */
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
  // The answer may rest on any of the pictures then, also on those of texts that don't go out.
  if (plan.pictures && plan.codeSeesDocument && stored.some(mayShowPictures)) await placeAddresses(call, entity, docs)
  for (const doc of docs) {
    if (turn.isOver) await turn.letOthersIn()
    if (plan.virtuals) await application.computeVirtuals(doc)
    if (plan.joins) placeJoins(call, entity, doc)
  }
  // Rules decide on the documents before hooks change them, and on all of them at once: some look at others too.
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

/** Takes out what the reader may not see, and what it did not ask for. */
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

/** A document for rules and hooks: everything in it, in the call's locale. */
export function forApplication(call: Call, document: StoredDocument): JsonObject {
  return toReadForm(call.entity, document, call.locale)
}

/** A stored document as conditions see it in memory. Most rules answer without one, so its content is parsed when it is looked at. */
export function asEvaluated(entity: Entity<Call>, document: StoredDocument): { columns: JsonObject; data: JsonObject } {
  let parsed: JsonObject | undefined
  return {
    columns: { ...systemValues(entity, document), ...document.columns },
    get data() {
      parsed ??= parseJson(document.json) as JsonObject
      return parsed
    },
  }
}

/** A class, since an object literal with getters is built member by member each time. */
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

/** The fast way: the stored text goes out behind the system fields. */
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
