import {
  ask,
  type Call,
  creating,
  type JsonObject,
  type PreparedCreate,
  type Operation,
  type Parameter,
  refusalOf,
} from '@quirecms/core/feature'
import { published } from './live-table.ts'

export const publishParameter: Parameter = {
  name: 'publish',
  spellings: ['publish'],
  description:
    'With `true`, the new document is live at once. It must be complete, and you need the right to publish it.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
}

/**
 * A new document is a draft, or with `publish=true` live at once: a single revision that is created and published.
 */
export function createPublished(create: Operation<Call>): Operation<Call> {
  const live = creating(asPublished)
  return { ...create, run: (call) => (wantsPublished(call) ? live.run(call) : create.run(call)) }
}

async function asPublished(call: Call, data: JsonObject): Promise<PreparedCreate> {
  const allowed = await ask(call, 'publish', { data })
  if (allowed.kind === 'never') throw refusalOf(call, 'publish')
  return {
    writing: { copies: { writes: 'complete' } },
    state: { columns: published(1), what: ['created', 'published'] },
    allowed,
  }
}

function wantsPublished({ input: { query } }: Call): boolean {
  return query['publish'] === true
}
