import type { Answer } from '../../contracts/answer.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { Call } from '../../engine/call.ts'
import { anybody } from '../../engine/identity/signed-in.ts'
import { answersValue } from '../../engine/kinds/answers-value.ts'
import { requestedPage } from '../../engine/read/read-request.ts'
import { requestedTime } from '../schedule/offers.ts'
import { ONE_LANGUAGE, refuseWrong, requestedLanguage } from './asked-collections.ts'
import { askCollection, takenBy } from './ask-each-collection.ts'
import { PLANS_SCHEMA } from './overview-api.ts'
import { namingFieldOf } from './title-field.ts'

/** The maximum of a list. */
const MOST = 100

export const plannedInAll: Operation<Call> = answersValue({
  name: 'plannedInAll',
  summary: 'List what is scheduled anywhere and yet to come, soonest first',
  description:
    'Of the documents and globals that you may publish, with the titles of the documents. Collections where you may publish nothing are left out.',
  endpoint: { method: 'GET', path: '/schedule' },
  local: { method: 'planned', args: [], on: 'application' },
  parameters: ['from', 'until', 'limit', 'locale', 'fallbackLocale'],
  querySchemas: ONE_LANGUAGE,
  answer: { kind: 'value', status: 200, schema: PLANS_SCHEMA },
  async checkQuery(call) {
    refuseWrong(call, [requestedTime, requestedLanguage])
  },
  admits: anybody,
  inEveryScope: true,
  async answers({ call }) {
    requestedLanguage(call)
    return { results: await comingUp(call, requestedPage(call).limit) }
  },
})

/** Scheduled actions that are still to come, soonest first. */
export async function comingUp(call: Call, limit: number): Promise<JsonObject[]> {
  const { collections, globals } = call.runtime.manifest
  const found: Planned[] = []
  for (const entity of Object.values(collections)) {
    if (entity.operations['planned']) found.push(...(await plannedIn(call, entity, limit)))
  }
  for (const entity of Object.values(globals)) {
    if (entity.operations['scheduled']) found.push(...(await plannedFor(call, entity)))
  }
  const shown = found.toSorted(soonestFirst).slice(0, limit)
  const titles = await titlesOf(call, shown)
  return shown.map((one) => ({ ...one, title: titles.get(one.documentId) ?? null }))
}

interface Planned extends JsonObject {
  id: string
  documentId: string
  runAt: string
}

function soonestFirst(one: Planned, other: Planned): number {
  if (one.runAt !== other.runAt) return one.runAt < other.runAt ? -1 : 1
  return one.id < other.id ? -1 : 1
}

async function plannedIn(call: Call, entity: Entity<Call>, limit: number): Promise<Planned[]> {
  const asked = { ...takenBy(entity, 'planned', call.input.query), limit }
  return jobsIn(await askCollection(call, entity, 'planned', asked), 'collection')
}

/** A global lists all of its scheduled actions, newest first; those still to come are among them. */
async function plannedFor(call: Call, entity: Entity<Call>): Promise<Planned[]> {
  const { from = '', until } = requestedTime(call)
  const jobs = jobsIn(await askCollection(call, entity, 'scheduled', { limit: MOST }), 'global')
  return jobs.filter(({ runAt }) => runAt >= from && (until === undefined || runAt < until))
}

function jobsIn(answer: Answer | null, owner: 'collection' | 'global'): Planned[] {
  const docs = answer?.kind === 'list' ? answer.docs.map(({ value }) => value) : []
  return docs
    .filter(({ status }) => status === 'pending')
    .map(({ id, [owner]: slug = '', documentId, action = '', runAt, revision = 1, issues = [] }) => ({
      id: id as string,
      [owner]: slug,
      documentId: documentId as string,
      action,
      runAt: runAt as string,
      revision,
      issues,
    }))
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
