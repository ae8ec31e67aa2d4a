import { plugin, QuireError } from 'quirecms'
import {
  actsOnDocument,
  type Call,
  column,
  describedMethod,
  type Feature,
  implementApi,
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
import { notesApi } from './api.ts'

export { notesApi }

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

const present = ({ id, body, userId, at }: Note) => ({ id, body, by: userId, at })

const newestFirst = { column: 'at', descending: true } as const

/** The notes on a document: of the entity of the call. */
const on = (call: Call, documentId: string) => ({ owner: ownerOf(call.entity), documentId })

const { collections } = notesApi

const listNotes = inspectsDocument({
  ...describedMethod(collections, 'notes'),
  rule: 'update',
  async answers({ call, document }) {
    const { rows, pagination } = await recordPage(call, NOTES, on(call, document.id), newestFirst)
    return { kind: 'list', docs: rows.map((note) => presentRecord(note.id, present(note))), pagination }
  },
})

const addNote = actsOnDocument({
  ...describedMethod(collections, 'addNote'),
  rule: 'update',
  capability: { name: 'addNote', onlyForUsers: true },
  // A note changes nothing in the document, so a lock of another user does not refuse it.
  leavesContent: true,
  accessAction: 'note.created',
  async run({ call, unit, before, request: { body } }) {
    const now = call.runtime.clock()
    const author = recordOwner(signedIn(call).actor)
    const note: Note = { id: newId(now.getTime()), ...on(call, before.id), ...author, body, at: now.toISOString() }
    await unit.tx.records.insert(NOTES.name, note)
    return { kind: 'value', value: present(note) }
  },
})

const removeNote = actsOnDocument({
  ...describedMethod(collections, 'removeNote'),
  rule: 'update',
  leavesContent: true,
  accessAction: 'note.deleted',
  async run({ call, unit, before }) {
    const match = { ...on(call, before.id), id: call.input.params['note'] ?? '' }
    const [note] = await unit.tx.records.find(NOTES.name, match)
    if (!note) throw new QuireError('not_found', 'There is no such note.')
    if (note.userId !== signedIn(call).actor.id) throw new QuireError('forbidden', 'This is the note of another user.')
    await unit.tx.records.remove(NOTES.name, match)
    return { kind: 'value', value: { id: note.id } }
  },
})

const ofUsers = implementApi(notesApi, {
  /** The notes that a user has written, in all collections and globals. */
  async own(call) {
    const { rows, pagination } = await recordPage(call, NOTES, recordOwner(signedIn(call).actor), newestFirst)
    return { kind: 'list', docs: rows.map((note) => presentRecord(note.id, present(note))), pagination }
  },
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
  adds: () => ({ records: [NOTES], ...ofUsers }),
}

/** How many notes there are on a document, for code of the application. */
export function countNotes(call: Call, documentId: string): Promise<number> {
  return readerOf(call).records.count(NOTES.name, on(call, documentId))
}

/** Notes of users on documents: `notes: true` of a collection or global. */
export const notesPlugin = plugin({
  key: notesApi.key,
  api: notesApi,
  features: [notesOnDocuments, notesOfUsers],
  admin: new URL(import.meta.resolve('quire-example-notes/admin')),
})
