import { type ContentSpec, type ContentStep, type JsonObject, parseJson, type TellProgress } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { amount } from './planned-step.ts'
import type { RecordedObject } from './record.ts'
import { Refusals } from './refusals.ts'
import { type ContentColumns, contentOfDocuments, contentOfRecords, StoredContents } from './stored-contents.ts'

export interface ContentPlaces {
  readonly documents: ContentColumns
  /** Tables with copies of them. */
  readonly copies: readonly ContentColumns[]
  /** Records with content, such as snapshots. */
  readonly records: readonly ContentColumns[]
}

/**
 * Only existing places: a new table is filled from the others later. A table that is about to be renamed has its old
 * name.
 */
export function placesOfContent(
  { layouts, records }: DocumentTables,
  table: string,
  recorded: readonly RecordedObject[],
  nameNow: (table: string) => string = (name) => name,
): ContentPlaces {
  const isThere = (kind: RecordedObject['kind'], name: string) =>
    recorded.some((object) => object.kind === kind && object.table === name)
  return {
    documents: contentOfDocuments(nameNow(table)),
    copies: [...layouts.values()]
      .filter(({ spec }) => spec.copies?.of === table && isThere('copies', spec.name))
      .map(({ spec }) => contentOfDocuments(nameNow(spec.name))),
    records: records.layouts.flatMap(({ spec }) => {
      const content =
        spec.contents?.of === table && isThere('records', spec.name)
          ? contentOfRecords(spec, nameNow(spec.name))
          : undefined
      return content ? [content] : []
    }),
  }
}

/**
 * Rewrites stored content without a user write. Documents and snapshots keep their revisions, because only the stored
 * form changes. A value that cannot be converted fails the step, except in a snapshot, which an editor could not
 * repair.
 */
export async function changeContent(
  { dialect }: DocumentTables,
  session: Session,
  { documents, copies, records }: ContentPlaces,
  spec: ContentSpec,
  step: ContentStep,
  tell: TellProgress,
): Promise<void> {
  const refusals = new Refusals(step.description)
  let total = 0
  for (const place of [documents, ...copies, ...records])
    total += await new StoredContents(session, dialect, place).count()
  let done = 0
  for (const place of [documents, ...copies, ...records]) {
    const contents = new StoredContents(session, dialect, place)
    for await (const batch of contents.batches()) {
      const changed = batch.flatMap(({ key, json }) => {
        const content = parseJson(json) as JsonObject
        const refuse = records.includes(place) ? () => {} : refusals.of(String(key[0]))
        return step.change(content, refuse)
          ? [{ key, json: JSON.stringify(content), shape: spec.shapeOf(content) }]
          : []
      })
      await contents.write(changed)
      done += batch.length
      tell(done, total)
    }
    refusals.throwIfAny()
  }
}

/** Rewrites content everywhere, without changing its shape. */
export async function rewriteContent(
  { dialect }: DocumentTables,
  session: Session,
  { documents, copies, records }: ContentPlaces,
  rewrite: (content: JsonObject) => boolean,
): Promise<void> {
  for (const place of [documents, ...copies, ...records]) {
    const contents = new StoredContents(session, dialect, place)
    for await (const batch of contents.batches()) {
      const changed = batch.flatMap((one) => {
        const content = parseJson(one.json) as JsonObject
        return rewrite(content) ? [{ ...one, json: JSON.stringify(content) }] : []
      })
      await contents.write(changed)
    }
  }
}

/** Checks whether these steps can run one after another; throws for the first that can't. */
export async function checkContent(
  { dialect }: DocumentTables,
  session: Session,
  { documents, copies }: ContentPlaces,
  steps: readonly ContentStep[],
): Promise<void> {
  const checked = steps.map((step) => ({ step, refusals: new Refusals(step.description) }))
  for (const place of [documents, ...copies]) {
    for await (const batch of new StoredContents(session, dialect, place).batches()) {
      for (const { key, json } of batch) {
        const content = parseJson(json) as JsonObject
        for (const { step, refusals } of checked) step.change(content, refusals.of(String(key[0])))
      }
    }
    for (const { refusals } of checked) refusals.throwIfAny()
  }
}

/** ": 1,204 values", counted in documents only, since copies and snapshots repeat them. */
export async function countLoss(
  { dialect }: DocumentTables,
  session: Session,
  { documents }: ContentPlaces,
  { loss }: ContentStep,
): Promise<string> {
  if (!loss) return ''
  let count = 0
  for await (const batch of new StoredContents(session, dialect, documents).batches())
    for (const { json } of batch) count += loss.count(parseJson(json) as JsonObject)
  return `: ${amount(count, loss.of)}`
}
