import {
  answersValue,
  anyCaller,
  type Call,
  type Operation,
  refuseIfGone,
  TimeSlice,
  waitingClient,
} from '@quirecms/core/feature'
import { askedChanges, HERE } from './asked-changes.ts'
import { isBreak } from './change-table.ts'
import { CHANGES_SCHEMA } from './change-schema.ts'
import { isBehind, positionOf } from './cursor.ts'
import { feedOf, matchOf } from './feed.ts'
import { presentChanges, type ToldChange } from './present-changes.ts'
import { type VisibleChange, Viewer } from './viewer.ts'
import { gap, whereToBegin } from './where-to-begin.ts'

/**
 * Maximum number of changes that one request examines: a caller who may see none of them gets an answer and a cursor.
 */
const MOST_LOOKED_AT = 10_000
const MOST_AT_ONCE = 500
const LEAST_AT_ONCE = 100

/**
 * Changes whose documents are read together: documents may be long, and one that changed often appears as often in a
 * page.
 */
const WITH_DOCUMENTS = 20
/** Limit in characters. The page ends with the document that exceeds it. */
const MOST_WEIGHT = 4 * 1024 * 1024

export const PARAMETERS_OF_CHANGES = [
  'after',
  'collections',
  'globals',
  'live',
  'documents',
  'select',
  'locale',
  'fallbackLocale',
]

export const readChanges: Operation<Call> = answersValue({
  name: 'readChanges',
  summary: 'Read changes of documents, in order',
  description:
    'Changes of documents that you may read now. Callers who may not read drafts get only changes of public content. Send `next` as `after` to continue. If changes after your cursor are no longer stored, the answer is 409 `invalid_state`.',
  endpoint: { method: 'GET', path: '/changes' },
  local: { method: 'readChanges', args: [], on: 'application' },
  parameters: ['limit', ...PARAMETERS_OF_CHANGES],
  querySchemas: HERE,
  answer: { kind: 'value', status: 200, schema: CHANGES_SCHEMA },
  inEveryScope: true,
  hasGaps: true,
  authorize: anyCaller,
  async checkQuery(call) {
    askedChanges(call)
  },
  request: askedChanges,
  async answers({ call, request: asked }) {
    const { runtime, caller } = call
    const feed = feedOf(runtime)
    const seal = await feed.seal()
    const start = await whereToBegin(feed, asked.after)
    if (start === null) throw await gap(feed)
    const viewer = new Viewer(runtime, caller, asked.isLive)
    const match = matchOf(await viewer.readableOf(asked.owners), asked.isLive)
    // Read the end first: all changes that are settled by then are read below.
    const end = await feed.end()
    const atOnce = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, asked.limit + 1))
    const told: VisibleChange[] = []
    let place = start
    let isAtEnd = false
    const slice = new TimeSlice(waitingClient()?.name)
    for (let looked = 0; looked < MOST_LOOKED_AT && told.length <= asked.limit && !isAtEnd; looked += atOnce) {
      refuseIfGone()
      const rows = await feed.read(place, atOnce, match)
      if (rows === null || rows.some(isBreak)) throw await gap(feed)
      told.push(...(await viewer.see(rows)))
      const last = rows.at(-1)
      isAtEnd = rows.length < atOnce
      if (last) place = positionOf(last)
      if (slice.isOver) await slice.letOthersIn()
    }
    const changes = await withinWeight(told.slice(0, asked.limit), asked.documents !== null, (some) =>
      presentChanges(runtime, viewer, some, asked.documents, seal),
    )
    // One visible change more than the limit tells whether there are more.
    const isMore = told.length > changes.length
    const lastShown = told[changes.length - 1]
    if (isMore && lastShown) place = positionOf(lastShown.row)
    else if (isAtEnd && isBehind(place, end)) place = end
    return { changes: [...changes], next: seal.seal(place), behind: isMore || !isAtEnd }
  },
})

/** Presents the changes, up to the limit of their documents' size. */
async function withinWeight(
  told: readonly VisibleChange[],
  hasDocuments: boolean,
  present: (some: readonly VisibleChange[]) => Promise<readonly ToldChange[]>,
): Promise<readonly ToldChange[]> {
  if (!hasDocuments) return present(told)
  const changes: ToldChange[] = []
  for (let weight = 0; changes.length < told.length && weight < MOST_WEIGHT; ) {
    refuseIfGone()
    for (const change of await present(told.slice(changes.length, changes.length + WITH_DOCUMENTS))) {
      if (weight >= MOST_WEIGHT) break
      changes.push(change)
      weight += JSON.stringify(change).length
    }
  }
  return changes
}
