import { ask, askInGeneral, refuse, ruleOf } from '../../engine/access.ts'
import { defineOperation, readerOf } from '../../engine/call.ts'
import { QUEUE, workOf } from '../../engine/queue/queue-table.ts'
import { paginate, requestedPage } from '../../engine/read/read-request.ts'
import { scopeOf } from '../../engine/source.ts'
import { allOf } from '../../query/combine-conditions.ts'
import { ACTIONS } from './scheduled-actions.ts'
import { presentJob, SCHEDULED_JOB } from './scheduled-job.ts'

/** Of a collection, soonest first: each is looked up as a document, for what the caller may see of it. */
const MOST_LOOKED_AT = 250

/** What comes up in a collection, whatever document it is about. */
export const listPlanned = defineOperation({
  name: 'planned',
  summary: 'List what is scheduled and yet to come, soonest first',
  description: `Of the documents that you may publish. The next ${MOST_LOOKED_AT} plans of the collection are considered.`,
  endpoint: { method: 'GET', path: '/schedule' },
  local: { method: 'planned', args: [] },
  parameters: ['page', 'limit'],
  body: { kind: 'none' },
  ifMatch: false,
  answer: { kind: 'list', status: 200, of: SCHEDULED_JOB },
  rule: 'publish',
  async run(call) {
    const request = requestedPage(call)
    const publishable = await askInGeneral(call, ruleOf(call))
    if (publishable.kind === 'never') throw refuse(call)
    const { table, where } = await scopeOf(call, call.entity, 'changed')
    const reader = readerOf(call)
    const pending = { collection: call.entity.slug, job: { oneOf: ACTIONS }, status: 'pending' } as const
    const soonestFirst = { sort: { column: 'runAt', descending: false }, limit: MOST_LOOKED_AT } as const
    const works = (await reader.records.find(QUEUE.name, pending, soonestFirst)).map(workOf)
    const ids = [...new Set(works.map(({ documentId }) => documentId))]
    const allowed = allOf([where, await ask(call, 'read', {}), publishable])
    const found = new Set((await reader.getMany(table, ids, allowed)).map(({ id }) => id))
    const shown = works.filter(({ documentId }) => found.has(documentId))
    const start = (request.page - 1) * request.limit
    return {
      kind: 'list',
      docs: shown.slice(start, start + request.limit).map((work) => presentJob(call.entity, work)),
      pagination: paginate(request, shown.length),
    }
  },
})
