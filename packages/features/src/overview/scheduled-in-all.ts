import {
  type Answer,
  answersValue,
  anyCaller,
  type Call,
  type JsonObject,
  type JsonValue,
  type Operation,
  requestedPage,
} from '@quirecms/core/feature'
import { requestedTime } from '../schedule/offers.ts'
import { ONE_LANGUAGE, refuseWrong, requestedLanguage } from './asked-collections.ts'
import { askCollection, takenBy } from './ask-each-collection.ts'
import { PLANS_SCHEMA } from './overview-api.ts'
import { namingFieldOf } from './title-field.ts'

const MOST = 100

export const scheduledInAll: Operation<Call> = answersValue({
  name: 'scheduledInAll',
  summary: 'List pending scheduled actions everywhere, soonest first',
  description:
    'For documents and globals that you may publish, with the titles of the documents. Omits collections in which you may publish nothing. With `failed`, lists failed actions instead, newest first.',
  endpoint: { method: 'GET', path: '/schedule' },
  local: { method: 'scheduledAll', args: [], on: 'application' },
  parameters: ['from', 'until', 'failed', 'limit', 'locale', 'fallbackLocale'],
  querySchemas: ONE_LANGUAGE,
  answer: { kind: 'value', status: 200, schema: PLANS_SCHEMA },
  async checkQuery(call) {
    refuseWrong(call, [requestedTime, requestedLanguage])
  },
  authorize: anyCaller,
  inEveryScope: true,
  async answers({ call }) {
    requestedLanguage(call)
    const { limit } = requestedPage(call)
    return { results: await plansOf(call, call.input.query['failed'] === true ? 'failed' : 'pending', limit) }
  },
})

/** Scheduled actions that are still to come, soonest first, or that failed, newest first. */
export async function plansOf(call: Call, status: 'pending' | 'failed', limit: number): Promise<JsonObject[]> {
  const { collections, globals } = call.runtime.manifest
  const asked = status === 'failed' ? { failed: true } : {}
  const found: Planned[] = []
  for (const entity of Object.values(collections)) {
    if (!entity.operations['scheduledAll']) continue
    const query = { ...takenBy(entity, 'scheduledAll', call.input.query), ...asked, limit }
    found.push(...jobsIn(await askCollection(call, entity, 'scheduledAll', query), 'collection'))
  }
  const { from = '', until } = requestedTime(call)
  for (const entity of Object.values(globals)) {
    if (!entity.operations['scheduled']) continue
    // All of its scheduled actions, newest first; those still to come are among them.
    const jobs = jobsIn(await askCollection(call, entity, 'scheduled', { ...asked, limit: MOST }), 'global')
    found.push(...jobs.filter(({ runAt }) => runAt >= from && (until === undefined || runAt < until)))
  }
  const soonest = found.filter((one) => one.status === status).toSorted(soonestFirst)
  const shown = (status === 'failed' ? soonest.toReversed() : soonest).slice(0, limit)
  const titles = await titlesOf(call, shown)
  return shown.map((one) => ({ ...one, title: titles.get(one.documentId) ?? null }))
}

interface Planned extends JsonObject {
  id: string
  documentId: string
  runAt: string
  status: JsonValue
}

function soonestFirst(one: Planned, other: Planned): number {
  if (one.runAt !== other.runAt) return one.runAt < other.runAt ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function jobsIn(answer: Answer | null, owner: 'collection' | 'global'): Planned[] {
  const docs = answer?.kind === 'list' ? answer.docs.map(({ value }) => value) : []
  return docs.map((job) => {
    const { id, [owner]: slug = '', documentId, action = '', runAt, status = '', revision = 1 } = job
    const { error = null, issues = [] } = job
    return {
      id: id as string,
      [owner]: slug,
      documentId: documentId as string,
      action,
      runAt: runAt as string,
      status,
      revision,
      error,
      issues,
    }
  })
}

/** Titles by document id, with one query for each collection. */
async function titlesOf(call: Call, shown: readonly Planned[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  for (const [slug, plans] of Map.groupBy(shown, ({ collection }) => collection)) {
    const entity = typeof slug === 'string' ? call.runtime.manifest.collections[slug] : undefined
    const title = entity && namingFieldOf(entity)?.name
    if (!entity || title === undefined) continue
    const ids = [...new Set(plans.map(({ documentId }) => documentId))]
    const asked = {
      ...takenBy(entity, 'list', { ...call.input.query, draft: 'newest' }),
      where: { id: { in: ids } },
      select: { [title]: true },
      limit: ids.length,
    }
    const answer = await askCollection(call, entity, 'list', asked, { withoutTotal: true })
    if (answer?.kind !== 'list') continue
    for (const { id, value } of answer.docs) {
      const { [title]: text } = value
      if (typeof text === 'string') titles.set(id, text)
    }
  }
  return titles
}
