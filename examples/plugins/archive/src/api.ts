import type { PluginApi } from 'quirecms'

const archived = {
  type: 'boolean',
  description: 'With `true`, only what is archived; otherwise, only the rest.',
} as const

/** What clients and the compiler know of the plugin. */
export const archiveApi = {
  key: 'archive',
  methods: {},
  collections: {
    option: 'archive',
    methods: {
      archive: { method: 'POST', path: '/:id/archive', answer: 'doc', summary: 'Archive a document' },
      unarchive: {
        method: 'POST',
        path: '/:id/unarchive',
        answer: 'doc',
        summary: 'Take a document out of the archive',
      },
    },
    parameters: { find: { archived }, findOne: { archived }, count: { archived }, distinct: { archived } },
    systemFields: { archivedAt: { type: ['string', 'null'], format: 'date-time' } },
  },
} as const satisfies PluginApi
