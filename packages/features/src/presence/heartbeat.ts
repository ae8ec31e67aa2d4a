import {
  actsOnDocument,
  type Call,
  holdUser,
  type Operation,
  ownerOf,
  QuireError,
  recordOwner,
  type RuleName,
  signedIn,
} from '@quirecms/core/feature'
import { PRESENCE_API } from './presence-api.ts'
import { PRESENCE } from './presence-table.ts'
import { lastSeen, peopleIn } from './who-is-here.ts'

/** Maximum number of open documents per user. With their lifetime, this limits the rows of a user. */
const MOST_OPEN = 50
/** Maximum number of rows that are read per document, the earliest first. */
const MOST_LOOKED_AT = 100

/** Not reported: only other viewers of the document may learn who looks at it. */
const COMMON = { leavesContent: true, accessAction: null } as const

export function heartbeat(rule: RuleName): Operation<Call> {
  return actsOnDocument({
    ...COMMON,
    ...PRESENCE_API.heartbeat,
    rule,
    capability: { name: 'presence', onlyForUsers: true },
    begin: async ({ call }) => signedIn(call).actor,
    async run({ call, unit: { tx }, before: { id }, begun: actor }) {
      const place = { owner: ownerOf(call.entity), documentId: id }
      const user = { userCollection: actor.collection, userId: actor.id }
      const [known] = await tx.records.find(PRESENCE.name, { ...place, ...user })
      const seenAt = call.runtime.clock().toISOString()
      const isStill = known !== undefined && known.seenAt > lastSeen(call)
      if (known)
        await tx.records.update(PRESENCE.name, { ...place, ...user }, { seenAt, ...(!isStill && { since: seenAt }) })
      else {
        // Lock the user only for a new row: heartbeats update their own and need no lock.
        await holdUser(call.runtime, tx, recordOwner(actor))
        if ((await tx.records.count(PRESENCE.name, user)) >= MOST_OPEN) throw tooMany()
        await tx.records.insert(PRESENCE.name, { ...place, ...user, since: seenAt, seenAt })
      }
      const there = { ...place, seenAt: { above: lastSeen(call) } }
      const sort = { column: 'since', descending: false } as const
      const rows = await tx.records.find(PRESENCE.name, there, { sort, limit: MOST_LOOKED_AT })
      return { kind: 'value', value: { here: (await peopleIn(call, rows)).get(id) ?? [] } }
    },
  })
}

function tooMany(): QuireError {
  return new QuireError('conflict', `You have ${MOST_OPEN} documents open already. Close some of them first.`)
}

export function endPresence(rule: RuleName): Operation<Call> {
  return actsOnDocument({
    ...COMMON,
    ...PRESENCE_API.endPresence,
    rule,
    begin: async ({ call }) => signedIn(call).actor,
    async run({ call, unit: { tx }, before: { id }, begun: { collection, id: userId } }) {
      const own = { owner: ownerOf(call.entity), documentId: id, userCollection: collection, userId }
      await tx.records.remove(PRESENCE.name, own)
      return { kind: 'value', value: { left: true } }
    },
  })
}
