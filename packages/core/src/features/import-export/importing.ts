import type { Call } from '../../engine/call.ts'
import { Targets } from './find-targets.ts'
import type { ImportRequest } from './import-api.ts'
import type { ImportedFile, UnreadRow } from './import-rows.ts'
import { issuesOf, type RowIssue } from './row-issues.ts'
import type { RunningTransfer } from './running-transfer.ts'
import { saveRow } from './save-row.ts'
import type { SeenValues } from './seen-values.ts'
import { Working } from './working.ts'

/** A row that is wrong before anything is tried. */
class WrongRow extends Error {
  readonly issues: readonly RowIssue[]

  constructor(issues: readonly RowIssue[]) {
    super('This row is not valid.')
    this.issues = issues
  }
}

/** Makes documents of rows: reads each of them, and writes it as a single call would. */
export function importing(
  call: Call,
  transfer: RunningTransfer,
  request: ImportRequest,
  file: ImportedFile,
  seen: SeenValues,
): Working<UnreadRow> {
  const { dryRun = false, onIssue = 'stop', upsertBy, publish = false } = request
  // Hooks can tell what they are called for.
  const context = { import: { id: transfer.state.id, dryRun } }
  const own: Call = { ...call, caller: { ...call.caller, context } }
  const targets = new Targets(call.runtime, own.caller)
  const saving = { upsertBy, publish, locale: file.head.locale }
  return new Working<UnreadRow>(own, transfer, {
    isTrial: dryRun,
    // A trial names everything that is wrong.
    stops: !dryRun && onIssue === 'stop',
    begins: () => targets.forget(),
    attempt: async (within, unread) => {
      const row = await unread.read(targets.find)
      const issues = [...row.issues, ...seen.check(unread)]
      if (issues.length > 0) throw new WrongRow(issues)
      return saveRow(within, saving, row)
    },
    issuesOf: ({ row }, error) =>
      error instanceof WrongRow ? error.issues : issuesOf(row, error, (path) => file.columnAt(path)),
  })
}
