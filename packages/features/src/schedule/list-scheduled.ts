import {
  allOf,
  ask,
  askWithoutDocument,
  type Call,
  defineOperation,
  type DocumentReader,
  ownerOf,
  paginate,
  type PresentedDocument,
  QUEUE,
  type QueuedWork,
  queuedWorkOf,
  readerOf,
  refusalOf,
  requestedPage,
  scopeOf,
  SmallerPages,
  invalidQuery,
  type Parameter,
  parseInstant,
} from '@quirecms/core/feature'
import { stillFailed } from './open-failures.ts'
import { ACTIONS, MOST_LOOKED_AT, SCHEDULED_API } from './schedule-api.ts'
import { isYetToPublish, presentJobs } from './scheduled-job.ts'

/** Pending or failed plans of a collection, whatever the document. */
export const listAllScheduled = defineOperation({
  ...SCHEDULED_API.scheduledAll,
  rule: 'publish',
  checksAccess: true,
  async run(call) {
    const request = requestedPage(call)
    const { from, until } = requestedTime(call)
    const areFailed = call.input.query['failed'] === true
    const publishable = await askWithoutDocument(call)
    if (publishable.kind === 'never') throw refusalOf(call)
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
    const found = (await reader.records.find(QUEUE.name, asked, order)).map(queuedWorkOf)
    const works = found.filter(({ runAt }) => (from ?? '') <= runAt && (until === undefined || runAt < until))
    const ids = [...new Set(works.map(({ documentId }) => documentId))]
    const allowed = allOf([where, await ask(call, 'read', {}), publishable])
    const seen = new Set(await reader.idsAmong(table, ids, allowed))
    const visible = works.filter(({ documentId }) => seen.has(documentId))
    const shown = areFailed
      ? await stillFailed(reader, owner, visible, await reader.find(table, withoutContent([...seen])))
      : visible
    const start = (request.page - 1) * request.limit
    const page = shown.slice(start, start + request.limit)
    return {
      kind: 'list',
      docs: await presentInParts(call, page, table),
      pagination: paginate(request, shown.length),
    }
  },
})

/** Their state is in columns, so content is not needed. */
function withoutContent(ids: readonly string[]): Parameters<DocumentReader['find']>[1] {
  const path = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const
  const where = { kind: 'compare', path, test: { op: 'in', values: ids } } as const
  return { where, sort: [], limit: ids.length, offset: 0, fields: [] }
}

/** Documents to be published are read whole: in smaller parts if they are long. */
async function presentInParts(call: Call, works: readonly QueuedWork[], table: string): Promise<PresentedDocument[]> {
  const reader = readerOf(call)
  const size = new SmallerPages(works.length)
  const docs: PresentedDocument[] = []
  while (docs.length < works.length) {
    const [part, documents] = await size.read(async (limit) => {
      const some = works.slice(docs.length, docs.length + limit)
      const ids = [...new Set(some.filter(isYetToPublish).map(({ documentId }) => documentId))]
      return [some, ids.length > 0 ? await reader.getMany(table, ids) : []] as const
    })
    docs.push(...(await presentJobs(call, part, documents)))
  }
  return docs
}

/** Ranges of records exclude their bounds. */
function justBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString()
}

const moment = (name: string, description: string): Parameter => ({
  name,
  spellings: [name],
  description,
  encoding: 'text',
  schema: { type: 'string', format: 'date-time' },
})

export const timeParameters: readonly Parameter[] = [
  moment('from', 'Returns only actions that are scheduled for this time or later.'),
  moment('until', 'Returns only actions that are scheduled for before this time.'),
]

export interface RequestedTime {
  readonly from: string | undefined
  readonly until: string | undefined
}

export function requestedTime({ input: { query } }: Call): RequestedTime {
  const issues = ['from', 'until'].flatMap((path) => {
    const isRight = query[path] === undefined || instantIn(query[path]) !== undefined
    const message = `"${path}" must be a date and time such as 2030-01-31T09:00:00Z.`
    return isRight ? [] : [{ code: 'format' as const, path, message }]
  })
  if (issues.length > 0) throw invalidQuery(issues)
  return { from: instantIn(query['from']), until: instantIn(query['until']) }
}

function instantIn(value: unknown): string | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined
}
