import {
  askWithoutDocument,
  type Call,
  defineOperation,
  type Operation,
  ownerOf,
  readerOf,
  refusalOf,
  type RuleName,
  signedIn,
} from '@quirecms/core/feature'
import { askCollection, takenBy } from '../overview/offers.ts'
import { PRESENCES_API } from './presence-api.ts'
import { PRESENCE } from './presence-table.ts'
import { lastSeen, peopleIn, type Present } from './who-is-here.ts'

/** Maximum number of users in an answer, the last seen first. */
const MOST_TOLD = 100
const AT_ONCE = 100
/**
 * Maximum number of rows that are examined per collection, including those of documents that the caller may not read.
 */
const MOST_LOOKED_AT = 1_000

export function listPresence(rule: RuleName): Operation<Call> {
  return defineOperation({
    ...PRESENCES_API.presence,
    rule,
    checksAccess: true,
    async run(call) {
      if (!call.caller.system) signedIn(call)
      if ((await askWithoutDocument(call)).kind === 'never') throw refusalOf(call)
      const there = { owner: ownerOf(call.entity), seenAt: { above: lastSeen(call) } }
      const lately = { sort: { column: 'seenAt', descending: true }, limit: MOST_LOOKED_AT } as const
      const rows = await readerOf(call).records.find(PRESENCE.name, there, lately)
      const shown: Present[] = []
      for (let start = 0; start < rows.length && shown.length < MOST_TOLD; start += AT_ONCE) {
        const some = rows.slice(start, start + AT_ONCE)
        const seen = await readable(call, [...new Set(some.map(({ documentId }) => documentId))])
        shown.push(...some.filter(({ documentId }) => seen.has(documentId)))
      }
      const people = await peopleIn(call, shown.slice(0, MOST_TOLD))
      return { kind: 'value', value: { documents: [...people].map(([id, here]) => ({ id, here })) } }
    },
  })
}

/** Ids of the documents that the caller may read with their drafts. */
async function readable(call: Call, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const asked = { where: { id: { in: [...ids] } }, select: {}, limit: ids.length }
  const newest = takenBy(call.entity, 'list', { draft: true })
  const answer = await askCollection(call, call.entity, 'list', { ...newest, ...asked }, { withoutTotal: true })
  return new Set(answer?.kind === 'list' ? answer.docs.map(({ id }) => id) : [])
}
