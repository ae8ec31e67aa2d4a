import { type Call, type Issue, QuireError } from '@quirecms/core/feature'
import { type FindTarget, Targets, UNDONE } from './find-targets.ts'
import type { ImportRequest } from './import-api.ts'
import type { ImportedFile, UnreadRow } from './import-rows.ts'
import type { RowDocument } from './row-documents.ts'
import { issuesOf, type RowIssue } from './row-issues.ts'
import type { RunningTransfer } from './running-transfer.ts'
import { saveRow } from './save-row.ts'
import type { SeenValues } from './seen-values.ts'
import { namedIn } from './stored-names.ts'
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
  const find: FindTarget = async (by, name) => {
    const id = await targets.find(by, name)
    // A trial undoes what it made for the rows before: what those name is there when it is done in earnest.
    const isMade = dryRun && by.entity.slug === call.entity.slug && seen.has(by.field.path, namedIn(by.field, name))
    return id ?? (isMade ? UNDONE : null)
  }
  return new Working<UnreadRow>(own, transfer, {
    isTrial: dryRun,
    // A trial names everything that is wrong.
    stops: !dryRun && onIssue === 'stop',
    begins: () => targets.forget(),
    attempt: async (within, unread) => {
      const row = await unread.read(find)
      const issues = [...row.issues, ...seen.check(unread)]
      if (issues.length > 0) throw new WrongRow(issues)
      return saveRow(within, saving, row).catch((error: unknown) => unlessGranted(error, row))
    },
    issuesOf: ({ row }, error) =>
      error instanceof WrongRow ? error.issues : issuesOf(row, error, (path) => file.columnAt(path)),
  })
}

/** What only lacks that which is taken for granted is made: an update leaves what it lacks as it is. */
function unlessGranted(error: unknown, { takenForGranted }: RowDocument): 'created' {
  if (takenForGranted.length === 0 || !(error instanceof QuireError) || !error.issues) throw error
  const isGranted = ({ path }: Issue) => takenForGranted.some((one) => path === one || path.startsWith(`${one}.`))
  const issues = error.issues.filter((issue) => !isGranted(issue))
  if (issues.length > 0) throw new QuireError(error.code, error.message, { issues })
  return 'created'
}
