import type { PluginApi } from 'quirecms'

const note = {
  type: 'object',
  required: ['id', 'body', 'by', 'at'],
  properties: {
    id: { type: 'string' },
    body: { type: 'string' },
    by: { type: 'string', description: 'The id of the user.' },
    at: { type: 'string', format: 'date-time' },
  },
} as const

const page = { type: 'object', properties: { page: { type: 'integer' }, limit: { type: 'integer' } } } as const

const body = {
  type: 'object',
  required: ['body'],
  additionalProperties: false,
  properties: { body: { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' } },
} as const

const list = {
  method: 'GET',
  answer: 'list',
  input: page,
  output: note,
  summary: 'List the notes on a document',
} as const

const add = { method: 'POST', status: 201, input: body, output: note, summary: 'Put a note on a document' } as const

const remove = {
  method: 'DELETE',
  output: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  summary: 'Remove a note of your own',
} as const

/** What clients and the compiler know of the plugin. */
export const notesApi = {
  key: 'notes',
  methods: { own: { ...list, path: '', summary: 'List your own notes' } },
  collections: {
    option: 'notes',
    methods: {
      notes: { ...list, path: '/:id/notes' },
      addNote: { ...add, path: '/:id/notes' },
      removeNote: { ...remove, path: '/:id/notes/:note' },
    },
  },
  globals: {
    option: 'notes',
    methods: {
      notes: { ...list, path: '/notes' },
      addNote: { ...add, path: '/notes' },
      removeNote: { ...remove, path: '/notes/:note' },
    },
  },
} as const satisfies PluginApi
