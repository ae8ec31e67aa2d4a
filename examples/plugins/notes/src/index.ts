import { plugin, QuireError } from 'quirecms'
import {
  actsOnDocument,
  type Call,
  column,
  type Feature,
  listsRecords,
  inspectsDocument,
  newId,
  ofGlobal,
  ownerOf,
  presentRecord,
  readerOf,
  recordOwner,
  recordPage,
  recordTable,
  type RowOf,
  signedIn,
} from 'quirecms/plugin'

declare module 'quirecms' {
  interface PluginOptions {
    /** Users can put notes on documents, which readers of the public never see. */
    notes: boolean
  }
}

const NOTES = recordTable({
  name: 'notes',
  columns: {
    id: column.text(),
    owner: column.text(),
    documentId: column.text(),
    body: column.text(),
    // Who wrote it.
    collection: column.text(),
    userId: column.text(),
    at: column.text(),
  },
  key: ['id'],
  indexes: [
    { columns: ['owner', 'documentId'], unique: false },
    { columns: ['collection', 'userId'], unique: false },
  ],
})

type Note = RowOf<typeof NOTES>

const SCHEMA = {
  type: 'object',
  required: ['id', 'body', 'by', 'at'],
  properties: {
    id: { type: 'string' },
    body: { type: 'string' },
    by: { type: 'string', description: 'The id of the user.' },
    at: { type: 'string', format: 'date-time' },
  },
} as const

const BODY = {
  type: 'object',
  required: ['body'],
  additionalProperties: false,
  properties: { body: { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' } },
} as const

const present = ({ id, body, userId, at }: Note) => ({ id, body, by: userId, at })

/** The notes on a document: of the entity of the call. */
const on = (call: Call, documentId: string) => ({ owner: ownerOf(call.entity), documentId })

const listNotes = inspectsDocument({
  name: 'notes',
  summary: 'List the notes on a document',
  endpoint: { method: 'GET', path: '/{id}/notes' },
  local: { method: 'notes', args: ['id'] },
  parameters: ['page', 'limit'],
  body: { kind: 'none' },
  ifMatch: false,
  rule: 'update',
  answer: { kind: 'list', status: 200, of: SCHEMA },
  async answers({ call, document }) {
    const { rows, pagination } = await recordPage(call, NOTES, on(call, document.id), {
      column: 'at',
      descending: true,
    })
    return { kind: 'list', docs: rows.map((note) => presentRecord(note.id, present(note))), pagination }
  },
})

const addNote = actsOnDocument({
  name: 'addNote',
  summary: 'Put a note on a document',
  endpoint: { method: 'POST', path: '/{id}/notes' },
  local: { method: 'addNote', args: ['id', 'body'] },
  body: { kind: 'schema', schema: BODY },
  ifMatch: false,
  rule: 'update',
  capability: { name: 'addNote', onlyForUsers: true },
  // A note changes nothing in the document, so a lock of another user does not refuse it.
  leavesContent: true,
  accessAction: 'note.created',
  answer: { kind: 'value', status: 201, schema: SCHEMA },
  request: (call) => ({ ...recordOwner(signedIn(call).actor), body: (call.input.body as { body: string }).body }),
  async run({ call, unit, before, request }) {
    const now = call.runtime.clock()
    const note: Note = { id: newId(now.getTime()), ...on(call, before.id), ...request, at: now.toISOString() }
    await unit.tx.records.insert(NOTES.name, note)
    return { kind: 'value', value: present(note) }
  },
})

const removeNote = actsOnDocument({
  name: 'removeNote',
  summary: 'Remove a note of your own',
  endpoint: { method: 'DELETE', path: '/{id}/notes/{note}' },
  local: { method: 'removeNote', args: ['id', 'params.note'] },
  body: { kind: 'none' },
  ifMatch: false,
  rule: 'update',
  leavesContent: true,
  accessAction: 'note.deleted',
  answer: { kind: 'value', status: 200, schema: { type: 'object', properties: { id: { type: 'string' } } } },
  async run({ call, unit, before }) {
    const match = { ...on(call, before.id), id: call.input.params['note'] ?? '' }
    const [note] = await unit.tx.records.find(NOTES.name, match)
    if (!note) throw new QuireError('not_found', 'There is no such note.')
    if (note.userId !== signedIn(call).actor.id) throw new QuireError('forbidden', 'This is the note of another user.')
    await unit.tx.records.remove(NOTES.name, match)
    return { kind: 'value', value: { id: note.id } }
  },
})

/** The notes that a user has written, in all collections and globals. */
const ownNotes = listsRecords({
  name: 'ownNotes',
  summary: 'List your own notes',
  endpoint: { method: 'GET', path: '', base: 'plugins/notes' },
  local: { method: 'ownNotes', args: [] },
  authorize: (call: Call) => recordOwner(signedIn(call).actor),
  table: NOTES,
  match: ({ principal }) => principal,
  order: { column: 'at', descending: true },
  shows: present,
  of: SCHEMA,
})

const OPERATIONS = [listNotes, addNote, removeNote]

const notesOnDocuments: Feature<Call> = {
  name: 'notes',
  options: { notes: { type: 'boolean' } },
  for: ({ kind, options }) => kind !== 'service' && options.notes === true,
  adds: ({ kind }) => ({
    records: [NOTES],
    operations: kind === 'global' ? OPERATIONS.map(ofGlobal) : OPERATIONS,
    async onRemove(call, { tx }, { document, forGood }) {
      // Out of the trash, a document comes back with its notes.
      if (forGood) await tx.records.remove(NOTES.name, on(call, document.id))
    },
  }),
}

const notesOfUsers: Feature<Call> = {
  name: 'own notes',
  for: ({ kind }) => kind === 'service',
  adds: () => ({ records: [NOTES], operations: [ownNotes] }),
}

/** How many notes there are on a document, for code of the application. */
export function countNotes(call: Call, documentId: string): Promise<number> {
  return readerOf(call).records.count(NOTES.name, on(call, documentId))
}

/** Notes of users on documents: `notes: true` of a collection or global. */
export const notesPlugin = plugin({
  key: 'notes',
  features: [notesOnDocuments, notesOfUsers],
  admin: new URL(import.meta.resolve('quire-example-notes/admin')),
})
