import type { PresentedDocument } from '../../contracts/answer.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { openPopulation } from '../../query/open-population.ts'
import type { PopulatedTarget } from '../../query/parse-populate.ts'
import { untilLate } from '../awaited-answer.ts'
import type { Call } from '../call.ts'
import { answerTags } from '../noted-basis.ts'
import { currentUnit } from '../unit-of-work.ts'
import { select } from './narrow.ts'
import { populate } from './populate.ts'
import { PlainDocument, RenderedDocument } from './presented-document.ts'
import { systemValues } from './read-form.ts'
import { readPlanOf } from './read-plan.ts'
import type { Presentation } from './read-request.ts'
import { isComplete, renderAll } from './render-documents.ts'

/**
 * Presents documents: localize, compute, run hooks, redact, select, join, populate
 * (docs/contract/application-code.md#hook-order). `fieldsFor` is the call whose caller the field rules of these
 * documents are asked about; everything else is read for `call`.
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

/** A cache must evict the response once one of these documents changes. */
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
 * Presents a written document. It is committed, so an error or timeout is only logged, and the response then contains
 * the system fields.
 */
export async function presentWritten(
  call: Call,
  stored: StoredDocument,
  presentation: Presentation,
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
    'Reading it back took longer than the answer may. See what its afterRead hooks, virtual fields and field rules wait for.',
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
