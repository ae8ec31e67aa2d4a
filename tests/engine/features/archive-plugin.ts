import { plugin, type PluginApi } from 'quirecms'
import {
  askWithoutDocument,
  type Call,
  type ColumnSpec,
  type Condition,
  changeColumns,
  changesDocument,
  describedMethod,
  equality,
  type Feature,
  order,
  type Parameter,
  type Scope,
  type SystemField,
} from 'quirecms/plugin'

declare module 'quirecms' {
  interface PluginRules {
    archive: true
  }
  interface PluginEvents {
    archived: true
    unarchived: true
  }
  interface PluginOptions {
    /** Makes documents archivable; `label` names the operation in the API description. */
    archivable: boolean | { readonly label?: string }
  }
}

const ARCHIVED_PARAMETER = { type: 'boolean', default: false } as const

/** What clients and the compiler know of it. */
export const archiveApi = {
  key: 'archive',
  methods: {},
  collections: {
    option: 'archivable',
    methods: {
      archive: { method: 'POST', path: '/:id/archive', answer: 'doc' },
      unarchive: {
        method: 'POST',
        path: '/:id/unarchive',
        answer: 'doc',
        summary: 'Take a document out of the archive',
      },
    },
    parameters: {
      find: { archived: ARCHIVED_PARAMETER },
      findOne: { archived: ARCHIVED_PARAMETER },
      count: { archived: ARCHIVED_PARAMETER },
      distinct: { archived: ARCHIVED_PARAMETER },
    },
    systemFields: { archivedAt: { type: ['string', 'null'], format: 'date-time' } },
  },
} as const satisfies PluginApi

const archivedAt: ColumnSpec = { name: 'archivedAt', type: 'text', scope: true, hides: true }

const archivedAtField: SystemField = {
  name: 'archivedAt',
  column: 'archivedAt',
  schema: archiveApi.collections.systemFields.archivedAt,
  storedAs: 'instant',
  operators: [...equality, ...order],
}

const archived: Parameter = {
  name: 'archived',
  spellings: ['archived'],
  description: 'With `true`, you get what is archived instead of the rest. You need the right to archive.',
  encoding: 'boolean',
  schema: ARCHIVED_PARAMETER,
}

const PATH = { steps: [{ kind: 'column', name: 'archivedAt' }], storedAs: 'text' } as const
const ACTIVE: Condition = { kind: 'compare', path: PATH, test: { op: 'is_null' } }
const ARCHIVED: Condition = { kind: 'compare', path: PATH, test: { op: 'is_set' } }

/** Only callers who may archive see the archive, and no path leads into it. */
const activeUnlessArchiveIsAsked: Scope<Call> = async (call, purpose) => {
  if (purpose === 'related' || call.input.query['archived'] !== true) return { where: ACTIVE }
  if (call.operation.implies?.['archived'] === true && purpose !== 'any') return { where: ARCHIVED }
  const allowed = await askWithoutDocument(call, 'archive')
  // `false` refuses the call; a condition filters the archive.
  return { where: allowed.kind === 'never' ? allowed : { kind: 'and', of: [ARCHIVED, allowed] } }
}

const archive = (summary: string) =>
  changesDocument({
    ...describedMethod(archiveApi.collections, 'archive'),
    summary,
    rule: 'archive',
    capability: { name: 'archive' },
    run: ({ call, unit, before }) =>
      changeColumns(call, unit, before, { archivedAt: call.runtime.clock().toISOString() }, 'archived'),
  })

const unarchive = changesDocument({
  ...describedMethod(archiveApi.collections, 'unarchive'),
  rule: 'archive',
  capability: { name: 'unarchive' },
  implies: { archived: true },
  run: ({ call, unit, before }) => changeColumns(call, unit, before, { archivedAt: null }, 'unarchived'),
})

const archiving: Feature<Call> = {
  name: 'archive',
  rules: ['archive'],
  events: [{ name: 'archived', hides: true }, 'unarchived'],
  options: {
    archivable: {
      type: ['boolean', 'object'],
      additionalProperties: false,
      properties: { label: { type: 'string', minLength: 3 } },
    },
  },
  for: ({ kind, options }) => kind === 'collection' && Boolean(options.archivable),
  adds: ({ options: { archivable: chosen } }) => ({
    columns: [archivedAt],
    systemFields: [archivedAtField],
    parameters: [archived],
    extends: { list: ['archived'], count: ['archived'], distinct: ['archived'], read: ['archived'] },
    scope: activeUnlessArchiveIsAsked,
    operations: [archive((typeof chosen === 'object' && chosen.label) || 'Archive a document'), unarchive],
    bulk: {
      archive: { operation: 'archive', needsData: false },
      unarchive: { operation: 'unarchive', needsData: false },
    },
  }),
}

/** A plugin with a column, a scope, operations, a rule, an option and events; uses only the public surface. */
export const archivePlugin = plugin({ key: 'archive', api: archiveApi, features: [archiving] })
