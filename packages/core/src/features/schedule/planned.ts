import { ask, askInGeneral, refuse, ruleOf } from '../../engine/access.ts'
import { defineOperation, readerOf } from '../../engine/call.ts'
import { QUEUE, workOf } from '../../engine/queue/queue-table.ts'
import { paginate, requestedPage } from '../../engine/read/read-request.ts'
import { scopeOf } from '../../engine/source.ts'
import { allOf } from '../../query/combine-conditions.ts'
import { ACTIONS, MOST_LOOKED_AT, PLANNED_API } from './schedule-api.ts'
import { requestedTime } from './requested-time.ts'
import { isYetToPublish, presentJobs } from './scheduled-job.ts'

/** What comes up in a collection, whatever document it is about. */
export const listPlanned = defineOperation({
  ...PLANNED_API.planned,
  rule: 'publish',
  async run(call) {
    const request = requestedPage(call)
    const { from, until } = requestedTime(call)
    const publishable = await askInGeneral(call, ruleOf(call))
    if (publishable.kind === 'never') throw refuse(call)
    const { table, where } = await scopeOf(call, call.entity, 'changed')
    const reader = readerOf(call)
    const since = from === undefined ? {} : { runAt: { above: justBefore(from) } }
    const pending = { collection: call.entity.slug, job: { oneOf: ACTIONS }, status: 'pending', ...since } as const
    const soonestFirst = { sort: { column: 'runAt', descending: false }, limit: MOST_LOOKED_AT } as const
    const found = (await reader.records.find(QUEUE.name, pending, soonestFirst)).map(workOf)
    const works = found.filter(({ runAt }) => until === undefined || runAt < until)
    const ids = [...new Set(works.map(({ documentId }) => documentId))]
    const allowed = allOf([where, await ask(call, 'read', {}), publishable])
    const seen = new Set(await reader.idsAmong(table, ids, allowed))
    const shown = works.filter(({ documentId }) => seen.has(documentId))
    const start = (request.page - 1) * request.limit
    const page = shown.slice(start, start + request.limit)
    const publishing = [...new Set(page.filter(isYetToPublish).map(({ documentId }) => documentId))]
    const documents = publishing.length > 0 ? await reader.getMany(table, publishing) : []
    return {
      kind: 'list',
      docs: await presentJobs(call, page, documents),
      pagination: paginate(request, shown.length),
    }
  },
})

/** Ranges of records leave their bounds out. */
function justBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString()
}
