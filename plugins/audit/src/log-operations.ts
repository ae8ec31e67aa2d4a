import { QuireError } from 'quirecms'
import {
  type Call,
  type Condition,
  implementApi,
  inTransaction,
  type JsonObject,
  type PresentedDocument,
  readerOf,
  requestedRecords,
  presentRecord,
} from 'quirecms/plugin'
import { verifyChain } from './chain.ts'
import { auditClient } from './client.ts'
import { COLUMNS, WITHOUT_LABELS, asIndexed } from './entry-columns.ts'
import { ENTRIES, type EntryRow } from './entry-table.ts'
import { entryOf, type EntryVisibility } from './entry.ts'
import { EXPORTED } from './export-entries.ts'
import type { AuditSettings } from './options.ts'
import { settleEntries, settleIfPossible } from './settling.ts'
import { requireOthers, visibilityOf } from './who-may-see.ts'
import { writeEntry } from './write-entry.ts'

/** Operations that read the log, for callers who may see it. None of them changes an entry. */
export function logOperations(settings: AuditSettings): ReturnType<typeof implementApi> {
  return implementApi(auditClient, {
    async rights(call) {
      const { seesOthers, knowsAllLabels } = await visibilityOf(call, settings)
      return { kind: 'value', value: { others: seesOthers, labels: knowsAllLabels } }
    },

    async entries(call) {
      const visibility = await visibilityOf(call, settings)
      const { where, told, knowsAllLabels } = visibility
      const form = call.caller.context[EXPORTED]
      if (form !== undefined) requireOthers(call, visibility)
      await settleIfPossible(call, settings)
      const { rows, pagination } = await requestedRecords(sortedByTime(call), {
        table: ENTRIES,
        columns: knowsAllLabels ? COLUMNS : WITHOUT_LABELS,
        match: {},
        order: { column: 'id', descending: true },
        rewriteWhere: (asked) => both(where, asIndexed(asked)),
      })
      if (typeof form === 'string') await noteExport(call, form)
      return { kind: 'list', docs: rows.map((row) => present(row, told(row))), pagination }
    },

    async entry(call) {
      const { maySee, told } = await visibilityOf(call, settings)
      await settleIfPossible(call, settings)
      const [row] = await readerOf(call).records.find(ENTRIES.name, { id: call.input.id ?? '' })
      if (!row || !maySee(row)) throw new QuireError('not_found', 'There is no such entry.')
      return { kind: 'doc', doc: present(row, told(row)) }
    },

    async verify(call, { from, until }) {
      requireOthers(call, await visibilityOf(call, settings))
      if (!settings.isChained)
        throw new QuireError('invalid_state', 'This log has no chain. Set `chain: true` to seal new entries.')
      await settleEntries(call, settings)
      const value = await verifyChain(call, { from, until })
      return { kind: 'value', value }
    },
  })
}

async function noteExport(call: Call, to: string): Promise<void> {
  const changes = JSON.stringify([{ path: 'audit', from: null, to }])
  await inTransaction(call, ({ tx }) => writeEntry(call, tx.records, { action: 'export', changes }))
}

function both(one: Condition | undefined, other: Condition): Condition {
  return one ? { kind: 'and', of: [one, other] } : other
}

/** Sorts by id instead of time: the order is the same, and ids have an index. */
function sortedByTime(call: Call): Call {
  const { sort } = call.input.query
  const [only] = [sort].flat()
  if (only !== 'at' && only !== '-at') return call
  const query = { ...call.input.query, sort: only.replace('at', 'id') }
  return { ...call, input: { ...call.input, query } }
}

/** Entries never change, so the revision is always 1. */
export function present(row: EntryRow, told: EntryVisibility): PresentedDocument {
  const value = entryOf(row, told) as unknown as JsonObject
  return presentRecord(row.id, value)
}
