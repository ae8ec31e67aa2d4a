import {
  allOf,
  ask,
  askInGeneral,
  defineOperation,
  ownerOf,
  paginate,
  QUEUE,
  readerOf,
  refuse,
  requestedPage,
  ruleOf,
  scopeOf,
  workOf,
} from '@quirecms/core/feature'
import { stillFailed } from './open-failures.ts'
import { ACTIONS, MOST_LOOKED_AT, PLANNED_API } from './schedule-api.ts'
import { requestedTime } from './requested-time.ts'
import { isYetToPublish, presentJobs } from './scheduled-job.ts'

/** What comes up in a collection, or failed, whatever document it is about. */
export const listPlanned = defineOperation({
  ...PLANNED_API.planned,
  rule: 'publish',
  async run(call) {
    const request = requestedPage(call)
    const { from, until } = requestedTime(call)
    const areFailed = call.input.query['failed'] === true
    const publishable = await askInGeneral(call, ruleOf(call))
    if (publishable.kind === 'never') throw refuse(call)
    const { table, where } = await scopeOf(call, call.entity, 'changed')
    const reader = readerOf(call)
    const owner = { collection: ownerOf(call.entity) }
    const asked = {
      ...owner,
      job: { oneOf: ACTIONS },
      status: areFailed ? 'failed' : 'pending',
      ...(from !== undefined && !areFailed && { runAt: { above: justBefore(from) } }),
      ...(until !== undefined && areFailed && { runAt: { below: until } }),
    } as const
    const order = { sort: { column: 'runAt', descending: areFailed }, limit: MOST_LOOKED_AT } as const
    const found = (await reader.records.find(QUEUE.name, asked, order)).map(workOf)
    const works = found.filter(({ runAt }) => (from ?? '') <= runAt && (until === undefined || runAt < until))
    const ids = [...new Set(works.map(({ documentId }) => documentId))]
    const allowed = allOf([where, await ask(call, 'read', {}), publishable])
    const seen = new Set(await reader.idsAmong(table, ids, allowed))
    const visible = works.filter(({ documentId }) => seen.has(documentId))
    const shown = areFailed
      ? await stillFailed(reader, owner, visible, await reader.getMany(table, [...seen]))
      : visible
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
