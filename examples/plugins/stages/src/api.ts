import type { PluginApi } from 'quirecms'

/** What clients and the compiler know of the plugin. */
export const stagesApi = {
  key: 'stages',
  methods: {},
  collections: {
    option: 'stages',
    methods: {
      moveToStage: {
        method: 'POST',
        path: '/:id/stage',
        input: {
          type: 'object',
          required: ['stage'],
          additionalProperties: false,
          properties: { stage: { type: 'string' } },
        },
        answer: 'doc',
        summary: 'Move a document to a stage',
      },
    },
    // Documents from before the plugin have none.
    systemFields: { stage: { type: ['string', 'null'] } },
  },
} as const satisfies PluginApi
