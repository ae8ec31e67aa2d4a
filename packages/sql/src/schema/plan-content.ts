import type { ContentSpec, ContentStep, DoubtfulValues, TellProgress } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import type { TableLayout } from '../documents/table-layout.ts'
import { changeContent, checkContent, countLoss, placesOfContent } from './change-content.ts'
import { planRenames } from './plan-renames.ts'
import type { PlannedStep } from './planned-step.ts'
import type { RecordedObject } from './record.ts'

/** Recorded state of a table's fields; of a new table, recorded with the table itself. */
export function fieldsObjects({ spec: { name, content } }: TableLayout): RecordedObject[] {
  return content ? [fieldsObject(name, content.form)] : []
}

export function planContent(
  tables: DocumentTables,
  recorded: readonly RecordedObject[],
  kind: ContentStep['kind'],
): PlannedStep[] {
  return changesOf(tables, recorded).flatMap(({ table, content, steps }) =>
    steps.filter((step) => step.kind === kind).map((step) => planned(tables, recorded, table, content, step)),
  )
}

/** Throws if a step can't be done, before any step runs. */
export async function checkContents(
  tables: DocumentTables,
  session: Session,
  present: readonly RecordedObject[],
  kinds: readonly ContentStep['kind'][],
): Promise<void> {
  const { recorded, former } = planRenames(tables, present)
  for (const { table, steps } of changesOf(tables, recorded)) {
    const checked = steps.filter(({ kind }) => kinds.includes(kind))
    if (checked.length > 0)
      await checkContent(tables, session, placesOfContent(tables, table, recorded, former), checked)
  }
}

interface ChangesOfTable {
  readonly table: string
  readonly content: ContentSpec
  readonly steps: readonly ContentStep[]
}

function changesOf(tables: DocumentTables, recorded: readonly RecordedObject[]): ChangesOfTable[] {
  return [...tables.layouts.values()].flatMap(({ spec: { name, content } }): ChangesOfTable[] => {
    const isThere = recorded.some((object) => object.kind === 'table' && object.table === name)
    if (!content || !isThere) return []
    const before = recorded.find((object) => object.kind === 'fields' && object.table === name)
    const steps = content.since(before?.definition ?? content.assumed())
    const isNoted = before !== undefined || steps.some(({ kind }) => kind === 'note')
    return [{ table: name, content, steps: isNoted ? steps : [...steps, firstNote(name, content)] }]
  })
}

function firstNote(table: string, { form }: ContentSpec): ContentStep {
  return { kind: 'note', description: `remember the fields of ${table}`, form, change: () => false }
}

function planned(
  tables: DocumentTables,
  recorded: readonly RecordedObject[],
  table: string,
  content: ContentSpec,
  step: ContentStep,
): PlannedStep {
  const { kind, description, form } = step
  const places = placesOfContent(tables, table, recorded)
  return {
    description,
    destructive: kind === 'drop',
    ...(kind === 'note' && { optional: true }),
    ...(step.hint !== undefined && { hint: step.hint }),
    run: async (session: Session, tell: TellProgress) => {
      if (kind !== 'note') await changeContent(tables, session, places, content, step, tell)
    },
    ...(step.loss && {
      describe: async (session: Session) => description + (await countLoss(tables, session, places, step)),
    }),
    made: [fieldsObject(table, form)],
    gone: [],
  }
}

function fieldsObject(table: string, form: string): RecordedObject {
  return { kind: 'fields', table, name: '', definition: form }
}

/** Tables with fields whose stored values may not satisfy the configuration. */
export function doubtfulFields(
  { layouts }: DocumentTables,
  recorded: readonly RecordedObject[],
): { readonly fields: RecordedObject; readonly doubtful: readonly DoubtfulValues[] }[] {
  return recorded.flatMap((fields) => {
    const content = fields.kind === 'fields' ? layouts.get(fields.table)?.spec.content : undefined
    const doubtful = content?.doubtful(fields.definition) ?? []
    return doubtful.length === 0 ? [] : [{ fields, doubtful }]
  })
}
