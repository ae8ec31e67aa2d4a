import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { ColumnValue } from '../../contracts/records.ts'
import type { DocumentEventKind, DocumentEventName } from '../../contracts/document-events.ts'
import type { ChangeableDocument, DocumentEvent, StoredRevision } from '../../contracts/document-changes.ts'
import type { Reference, StoredDocument, Unit } from '../../contracts/document-storage.ts'
import { QuireError } from '../../contracts/errors.ts'
import { parseInstant } from '../../query/instant.ts'
import type { Call } from '../call.ts'
import { hasHooks, runHooks } from '../hooks.ts'
import { newId } from '../new-id.ts'
import { forApplication } from '../read/read-form.ts'
import type { PreparedContent } from './prepare.ts'
import { stamped } from './added-values.ts'
import { keepsReferences } from './check-targets.ts'
import { asValidation } from './unique-values.ts'

/** Stores a new document and runs `afterChange`; events follow after the commit. */
export async function insertDocument(
  call: Call,
  unit: Unit,
  prepared: PreparedContent,
  state: RevisionState = { columns: NO_COLUMNS, what: 'created' },
): Promise<StoredDocument> {
  const { entity, runtime } = call
  const final = stamped(call, null, prepared)
  const now = runtime.clock()
  const at = now.toISOString()
  const imported = importedFields(call)
  const stored: StoredDocument = {
    id: imported.id ?? newId(now.getTime()),
    revision: 1,
    createdAt: imported.createdAt ?? at,
    updatedAt: imported.updatedAt ?? imported.createdAt ?? at,
    json: final.json,
    shape: final.shape,
    columns:
      entity.table.columns.length === 0
        ? NO_COLUMNS
        : { ...emptyColumns(call), ...writtenColumns(call), ...state.columns },
  }
  try {
    await unit.tx.insert(entity.table.name, stored, final.references)
  } catch (error) {
    throw asValidation(call, error)
  }
  for (const onStore of entity.onStore) await onStore(call, unit, { before: null, stored })
  return emitChange(call, unit, { before: null, stored, content: final.content }, final.data, state.what)
}

export interface RevisionState {
  /** These win over the columns that every write of content sets (`onWrite`). */
  readonly columns: StoredDocument['columns']
  readonly what: WhatHappened
}

/** Events of a change: `updated`. A document that is live from the start is `created` and `published`. */
type WhatHappened = DocumentEventKind | readonly DocumentEventKind[]

/**
 * Stores the next revision of a document:
 *
 * 1. Features write their stamps into the content, such as the author of the change (`stamps`).
 * 2. Features look at what will be stored, and may refuse it or write elsewhere (`onChange`).
 * 3. The document and its references are written, and features follow the stored revision (`onStore`).
 * 4. Features hear of the event (`onEvent`); listeners and `afterCommit` hooks are queued for after the commit.
 * 5. `afterChange` hooks run.
 */
export async function updateDocument(
  call: Call,
  unit: Unit,
  before: ChangeableDocument,
  prepared: PreparedContent,
  state: RevisionState = { columns: NO_COLUMNS, what: 'updated' },
): Promise<StoredDocument> {
  const { entity } = call
  const final = stamped(call, before, prepared)
  for (const onChange of entity.onChange) await onChange(call, unit, { before, json: final.json })
  // Undefined: the relationship index has them already.
  const isIndexed = final.pointsAsBefore === true || keepsReferences(entity, before, final.references)
  const references = isIndexed ? undefined : final.references
  const columns = { ...before.columns, ...writtenColumns(call), ...state.columns }
  const written = { json: final.json, shape: final.shape, columns }
  const stored = await storeRevision(call, unit, before, written, references)
  return emitChange(call, unit, { before, stored, content: final.content }, final.data, state.what)
}

/** Stores a revision that changes only columns. Emits no event. */
export async function storeColumns(
  call: Call,
  unit: Unit,
  before: ChangeableDocument,
  columns: StoredDocument['columns'],
): Promise<StoredDocument> {
  const { json, references } = stamped<{ json: string; references?: readonly Reference[] }>(call, before, {
    json: before.json,
  })
  return storeRevision(call, unit, before, { json, columns: { ...before.columns, ...columns } }, references)
}

/**
 * Stores a revision that changes only columns of a feature, and emits an event: `archived` becomes `document.archived`.
 * Runs hooks after changes, and `onEvent` of features.
 *
 * @example
 * run: ({ call, unit, before }) => changeColumns(call, unit, before, { archivedAt: null }, 'unarchived')
 */
export async function changeColumns(
  call: Call,
  unit: Unit,
  before: ChangeableDocument,
  columns: StoredDocument['columns'],
  what: DocumentEventKind,
): Promise<StoredDocument> {
  const stored = await storeColumns(call, unit, before, columns)
  return emitChange(call, unit, { before, stored }, {}, what)
}

async function storeRevision(
  call: Call,
  unit: Unit,
  before: ChangeableDocument,
  written: Partial<StoredDocument>,
  references?: readonly Reference[],
): Promise<StoredDocument> {
  const { entity, runtime } = call
  const stored: StoredDocument = {
    ...before,
    ...written,
    revision: before.revision + 1,
    updatedAt: latest(runtime.clock().toISOString(), before.updatedAt, before.createdAt),
  }
  let replaced: boolean
  try {
    replaced = await unit.tx.update(entity.table.name, stored, before.revision, references)
  } catch (error) {
    throw asValidation(call, error)
  }
  if (!replaced)
    throw new QuireError(
      'revision_conflict',
      'Another client changed the document at the same time. Read it again and repeat your change.',
    )
  for (const onStore of entity.onStore) await onStore(call, unit, { before, stored })
  return stored
}

/** Timestamps never decrease, even if the clock is set back or another instance's clock is ahead. */
function latest(...instants: readonly string[]): string {
  return instants.reduce((last, one) => (one > last ? one : last))
}

/** A stored revision, with its content if it is parsed already. */
type EmittedRevision = StoredRevision & Pick<DocumentEvent, 'content'>

/** Queues the events of a change, then runs `afterChange`, so that events of writes by hooks follow. */
async function emitChange(
  call: Call,
  unit: Unit,
  { before, stored, content }: EmittedRevision,
  data: JsonObject,
  what: WhatHappened,
): Promise<StoredDocument> {
  // Lazy: most changes have neither hooks nor listeners.
  let made: AfterChangeArguments | undefined
  const after = () => (made ??= afterChangeArguments(call, { before, stored }))
  await emitEvent(call, unit, { before, stored, content }, what, after, data)
  if (!hasHooks(call.entity, 'afterChange')) return stored
  await runHooks(call, 'afterChange', { id: stored.id, data, ...after() })
  // A hook may have changed the document again; the response needs the stored revision.
  return (await unit.tx.get(call.entity.table.name, stored.id)) ?? stored
}

/** What `afterChange` and `afterCommit` hooks get. */
export interface AfterChangeArguments {
  readonly doc: JsonObject
  readonly previous: JsonObject | null
  readonly nextOf?: () => JsonObject
}

export function afterChangeArguments(call: Call, { before, stored }: StoredRevision): AfterChangeArguments {
  const doc = forApplication(call, stored)
  return { doc, previous: before && forApplication(call, before), nextOf: () => doc }
}

/**
 * Reports an event to features, and queues `afterCommit` hooks and listeners. Errors of features roll back the change;
 * errors of the others are logged (docs/contract/consistency.md#one-transaction).
 */
export async function emitEvent(
  call: Call,
  unit: Unit,
  { before, stored, content }: EmittedRevision,
  what: WhatHappened,
  after: () => AfterChangeArguments,
  data?: JsonObject,
): Promise<void> {
  const { entity, runtime } = call
  const { id } = stored
  const events = [what].flat().map((one) => nameOfEvent(call, one))
  for (const name of events)
    for (const onEvent of entity.onEvent) await onEvent(call, unit, { name, before, stored, content })
  const report = (error: unknown) => runtime.reportError(`after commit of ${events[0]} in "${entity.slug}"`, error)
  const runHooksAndListeners = async (listenedTo: readonly DocumentEventName[]) => {
    const subject = after()
    try {
      await runHooks(call, 'afterCommit', { id, data, ...subject })
    } catch (error) {
      report(error)
    }
    await callListeners(call, stored, subject.doc, listenedTo, report)
  }
  unit.afterCommit.push(() => {
    const listenedTo = events.filter((event) => runtime.events.has(event))
    return hasHooks(entity, 'afterCommit') || listenedTo.length > 0 ? runHooksAndListeners(listenedTo) : undefined
  })
}

/** Reports an event without a change of the document to features and listeners. Runs no hooks. */
export async function emitUnchanged(
  call: Call,
  unit: Unit,
  stored: StoredDocument,
  what: DocumentEventKind,
): Promise<void> {
  const { entity, runtime } = call
  const name = nameOfEvent(call, what)
  for (const onEvent of entity.onEvent) await onEvent(call, unit, { name, before: stored, stored })
  const report = (error: unknown) => runtime.reportError(`after commit of ${name} in "${entity.slug}"`, error)
  unit.afterCommit.push(() =>
    runtime.events.has(name) ? callListeners(call, stored, forApplication(call, stored), [name], report) : undefined,
  )
}

function nameOfEvent({ entity: { kind, slug, events } }: Call, what: DocumentEventKind): DocumentEventName {
  if (!events.includes(what))
    throw new QuireError('internal', `No feature of "${slug}" names the event "${what}" in its \`events\`.`)
  return `${kind === 'global' ? 'global' : 'document'}.${what}`
}

async function callListeners(
  { entity, runtime, caller: { actor } }: Call,
  { id, revision }: StoredDocument,
  doc: JsonObject,
  events: readonly DocumentEventName[],
  report: (error: unknown) => void,
): Promise<void> {
  const at = runtime.clock().toISOString()
  for (const event of events)
    await runtime.events.emit({ event, collection: entity.slug, id, revision, doc, actor, at }, report)
}

function importedFields({ caller, input }: Call): { id?: string; createdAt?: string; updatedAt?: string } {
  if (!caller.system || !input.body) return {}
  const { id, createdAt, updatedAt } = input.body
  const created = instantOf(createdAt)
  const updated = instantOf(updatedAt)
  return {
    ...(typeof id === 'string' && { id }),
    ...(created !== undefined && { createdAt: created }),
    ...(updated !== undefined && { updatedAt: updated }),
  }
}

function instantOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined
}

const NO_COLUMNS: StoredDocument['columns'] = Object.freeze({})

function emptyColumns({ entity }: Call): Record<string, ColumnValue> {
  return Object.fromEntries(entity.table.columns.map((column) => [column.name, null]))
}

/** The columns that every write of content sets. */
function writtenColumns({ entity }: Call): StoredDocument['columns'] {
  if (entity.table.columns.length === 0) return NO_COLUMNS
  const set = entity.table.columns.flatMap(({ name, onWrite }) =>
    onWrite === undefined ? [] : [[name, onWrite] as const],
  )
  return Object.fromEntries(set)
}
