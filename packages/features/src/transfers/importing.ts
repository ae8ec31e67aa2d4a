import { type Call, type Issue, QuireError } from '@quirecms/core/feature'
import { type FindTarget, Targets, UNDONE } from './find-targets.ts'
import type { ImportRequest } from './import-api.ts'
import { type ImportedFile, type UnreadRow, namedIn } from './import-rows.ts'
import type { RowDocument } from './row-documents.ts'
import { issuesOf, type RowIssue, rowIssue } from './row-issues.ts'
import type { RunningTransfer } from './running-transfer.ts'
import { saveRow } from './save-row.ts'
import { Working } from './working.ts'
import { createHash } from 'node:crypto'

/** A row with issues, before any write. */
class WrongRow extends Error {
  readonly issues: readonly RowIssue[]

  constructor(issues: readonly RowIssue[]) {
    super('This row is not valid.')
    this.issues = issues
  }
}

export function importing(
  call: Call,
  transfer: RunningTransfer,
  request: ImportRequest,
  file: ImportedFile,
  seen: SeenValues,
): Working<UnreadRow> {
  const { dryRun = false, onIssue = 'stop', upsertBy, publish = false } = request
  // Lets hooks recognize imports.
  const context = { import: { id: transfer.state.id, dryRun } }
  const own: Call = { ...call, caller: { ...call.caller, context } }
  const targets = new Targets(call.runtime, own.caller)
  const saving = { upsertBy, publish, locale: file.head.locale }
  const find: FindTarget = async (by, name) => {
    const id = await targets.find(by, name)
    // A dry run rolls back documents of earlier rows; the real import will find them.
    const isMade = dryRun && by.entity.slug === call.entity.slug && seen.has(by.field.path, namedIn(by.field, name))
    return id ?? (isMade ? UNDONE : null)
  }
  return new Working<UnreadRow>(own, transfer, {
    isTrial: dryRun,
    // A dry run reports all issues.
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

/**
 * Creates a document that fails only because of targets that the dry run has rolled back; an update keeps missing
 * values.
 */
function unlessGranted(error: unknown, { takenForGranted }: RowDocument): 'created' {
  if (takenForGranted.length === 0 || !(error instanceof QuireError) || !error.issues) throw error
  const isGranted = ({ path }: Issue) => takenForGranted.some((one) => path === one || path.startsWith(`${one}.`))
  const issues = error.issues.filter((issue) => !isGranted(issue))
  if (issues.length > 0) throw new QuireError(error.code, error.message, { issues })
  return 'created'
}

/** Longer values are stored as a digest. */
const LONGEST = 64

/**
 * Values of unique fields in a file. A repeated value is an issue: the second row would change the document of the
 * first, or be refused; a dry run, which rolls back each batch, would not notice.
 */
export class SeenValues {
  readonly #rows = new Map<string, number>()

  has(path: string, value: string): boolean {
    return this.#rows.has(valueKey(path, value))
  }

  /** Records a row; returns issues for repeated values. */
  check({ row, names }: UnreadRow): RowIssue[] {
    return names.flatMap(({ column, path, value }) => {
      const key = valueKey(path, value)
      const first = this.#rows.get(key)
      if (first === undefined) this.#rows.set(key, row)
      if (first === undefined || first === row) return []
      return [
        rowIssue(row, column, { code: 'unique', message: `Row ${first} has the same value, which must be unique.` }),
      ]
    })
  }
}

function valueKey(path: string, value: string): string {
  return `${path}\n${value.length > LONGEST ? createHash('sha256').update(value).digest('base64') : value}`
}
