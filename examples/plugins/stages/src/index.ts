import { plugin, QuireError } from 'quirecms'
import {
  ask,
  type Call,
  changeColumns,
  changesDocument,
  describedMethod,
  equality,
  type Feature,
  forApplication,
  matches,
  refusalOf,
} from 'quirecms/plugin'
import { stagesApi } from './api.ts'

export { stagesApi }

declare module 'quirecms' {
  interface PluginEvents {
    staged: true
  }
  interface PluginRules {
    /** Who may move a document to the last stage. */
    approve: true
  }
  interface PluginOptions {
    /** The stages that a document passes before it can be published: `['writing', 'review', 'approved']`. */
    stages: readonly [string, string, ...string[]]
  }
}

/** A plugin for one collection after the other: each has stages of its own. */
function moveToStage(stages: readonly string[], last: string) {
  const { input } = stagesApi.collections.methods.moveToStage
  const properties = { stage: { type: 'string', enum: [...stages] } }
  return changesDocument({
    ...describedMethod(stagesApi.collections, 'moveToStage'),
    body: { kind: 'schema', schema: { ...input, properties } },
    rule: 'update',
    capability: { name: 'moveToStage' },
    async run({ call, unit, before, request: { stage } }) {
      if (stage === last) await askToApprove(call, before.id, forApplication(call, before))
      return changeColumns(call, unit, before, { stage }, 'staged')
    },
  })
}

async function askToApprove(call: Call, id: string, doc: ReturnType<typeof forApplication>): Promise<void> {
  const allowed = await ask(call, 'approve', { id, doc })
  if (!(await matches(call, id, allowed))) throw refusalOf(call, 'approve')
}

const workflow: Feature<Call> = {
  name: 'stages',
  rules: ['approve'],
  events: ['staged'],
  needs: ['drafts'],
  options: { stages: { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string', minLength: 1 } } },
  for: ({ kind, options }) => kind === 'collection' && options.stages !== undefined,
  adds({ options: { stages = ['writing', 'approved'] } }) {
    const [first] = stages
    const last = stages.at(-1) ?? first
    return {
      // Whatever changes the content takes the document back to the first stage.
      columns: [{ name: 'stage', type: 'text', onWrite: first }],
      systemFields: [
        {
          name: 'stage',
          column: 'stage',
          schema: { type: ['string', 'null'], enum: [...stages, null] },
          storedAs: 'text',
          operators: equality,
        },
      ],
      operations: [moveToStage(stages, last)],
      // An event comes with every way to publish: the operation, an update that publishes, a bulk action, a schedule.
      async onEvent(_call, _unit, { name, stored }) {
        if (name !== 'document.published' || stored.columns['stage'] === last) return
        throw new QuireError('invalid_state', `This can be published once it is "${last}".`)
      },
    }
  },
}

/** A workflow before publishing: `stages: ['writing', 'review', 'approved']` of a collection with drafts. */
export const stagesPlugin = plugin({
  key: stagesApi.key,
  api: stagesApi,
  features: [workflow],
  admin: new URL(import.meta.resolve('quire-example-stages/admin')),
})
