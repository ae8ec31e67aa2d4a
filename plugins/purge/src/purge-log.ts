import {
  type Call,
  implementApi,
  onRecords,
  type PresentedDocument,
  hasFullRead,
  recordPage,
  refusalOf,
  ruleArguments,
  presentRecord,
} from 'quirecms/plugin'
import { purgeApi, type Purge } from './api.ts'
import type { PurgeSettings } from './options.ts'
import { PURGES, type PurgeRow } from './purge-table.ts'
import { tellNow } from './record-changes.ts'

export function purgeLog({ access }: PurgeSettings): ReturnType<typeof implementApi> {
  /** The log names documents of all collections, so the caller must be allowed to read all of them. */
  async function admit(call: Call): Promise<void> {
    if (call.caller.system) return
    const rule = access ?? call.entity.rules.read
    if ((await rule(ruleArguments(call, {}))) !== true) throw refusalOf(call)
    if (access) return
    const { collections, globals } = call.runtime.manifest
    for (const entity of [...Object.values(collections), ...Object.values(globals)])
      if (!(await hasFullRead(call, entity))) throw refusalOf(call)
  }
  return implementApi(purgeApi, {
    async purges(call, { status }) {
      await admit(call)
      const match = status === undefined ? {} : { status }
      const { rows, pagination } = await recordPage(call, PURGES, match, { column: 'createdAt', descending: true })
      return { kind: 'list', docs: rows.map(present), pagination }
    },

    retry: onRecords({
      authorize: admit,
      async run({ call, unit }) {
        const { records } = unit.tx
        const waiting = [{ status: 'failed' }, { status: 'pending', attempts: { above: 0 } }] as const
        // Locks the work before the records, in the same order as `tellCache`; another order could deadlock.
        await tellNow(call, unit)
        const now = call.runtime.clock().toISOString()
        const again = { status: 'pending', attempts: 0, dueAt: now, finishedAt: null } as const
        let retried = 0
        for (const match of waiting) retried += await records.update(PURGES.name, match, again)
        return { kind: 'value', value: { retried } }
      },
    }),
  })
}

function present(row: PurgeRow): PresentedDocument {
  const { id, entity, documentId, status, createdAt, attempts, finishedAt, error } = row
  const slugOf = (kind: string) => (entity.startsWith(`${kind}:`) ? entity.slice(kind.length + 1) : null)
  const value: Purge = {
    id,
    collection: slugOf('collection'),
    global: slugOf('global'),
    documentId,
    status,
    createdAt,
    attempts,
    finishedAt,
    error,
  }
  return presentRecord(id, { ...value }, attempts + 1)
}
