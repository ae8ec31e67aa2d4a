import { plugin } from 'quirecms'
import {
  type Call,
  changeColumns,
  changesDocument,
  type Condition,
  describedMethod,
  equality,
  type Feature,
  order,
  type Parameter,
} from 'quirecms/plugin'
import { archiveApi } from './api.ts'

export { archiveApi }

declare module 'quirecms' {
  interface PluginEvents {
    archived: true
    unarchived: true
  }
  interface PluginOptions {
    /** Documents can be archived: lists and reads leave them out unless they ask for `archived`. */
    archive: boolean
  }
}

const path = { steps: [{ kind: 'column', name: 'archivedAt' }], storedAs: 'text' } as const
const active: Condition = { kind: 'compare', path, test: { op: 'is_null' } }
const archived: Condition = { kind: 'compare', path, test: { op: 'is_set' } }

const archivedParameter: Parameter = {
  name: 'archived',
  spellings: ['archived'],
  description: 'With `true`, only what is archived; otherwise, only the rest.',
  encoding: 'boolean',
  schema: { type: 'boolean' },
}

const archive = changesDocument({
  ...describedMethod(archiveApi.collections, 'archive'),
  rule: 'update',
  capability: { name: 'archive' },
  run: ({ call, unit, before }) =>
    changeColumns(call, unit, before, { archivedAt: call.runtime.clock().toISOString() }, 'archived'),
})

const unarchive = changesDocument({
  ...describedMethod(archiveApi.collections, 'unarchive'),
  rule: 'update',
  capability: { name: 'unarchive' },
  // It looks for the document in the archive.
  implies: { archived: true },
  run: ({ call, unit, before }) => changeColumns(call, unit, before, { archivedAt: null }, 'unarchived'),
})

const archiving: Feature<Call> = {
  name: 'archive',
  options: { archive: { type: 'boolean' } },
  events: [{ name: 'archived', hides: true }, 'unarchived'],
  for: ({ kind, options }) => kind === 'collection' && options.archive === true,
  adds: () => ({
    columns: [{ name: 'archivedAt', type: 'text', scope: true, hides: true }],
    systemFields: [
      {
        name: 'archivedAt',
        column: 'archivedAt',
        schema: archiveApi.collections.systemFields.archivedAt,
        storedAs: 'instant',
        operators: [...equality, ...order],
      },
    ],
    parameters: [archivedParameter],
    extends: { list: ['archived'], count: ['archived'], distinct: ['archived'], read: ['archived'] },
    // What points to an archived document still shows it: only the collection's own lists and reads leave it out.
    scope: ({ input, operation }, purpose) => {
      if (purpose === 'related' || purpose === 'any') return {}
      const isAsked = input.query['archived'] === true || operation.implies?.['archived'] === true
      return { where: isAsked ? archived : active }
    },
    operations: [archive, unarchive],
    bulk: {
      archive: { operation: 'archive', needsData: false },
      unarchive: { operation: 'unarchive', needsData: false },
    },
  }),
}

/** Puts documents aside without deleting them: `archive: true` of a collection. */
export const archivePlugin = plugin({
  key: archiveApi.key,
  api: archiveApi,
  features: [archiving],
  admin: new URL(import.meta.resolve('quire-example-archive/admin')),
})
