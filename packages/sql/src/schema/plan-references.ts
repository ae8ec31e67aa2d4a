import type { ReferenceSpec } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { SqlDocumentReader } from '../documents/sql-document-reader.ts'
import type { TableLayout } from '../documents/table-layout.ts'
import { adoptFiles } from './adopt-files.ts'
import { placesOfContent } from './change-content.ts'
import { everyDocument } from './every-document.ts'
import type { PlannedStep } from './planned-step.ts'
import { keyOf, type RecordedObject } from './record.ts'

/** Recorded state of a table's references; of a new table, recorded with the table itself, since it has none. */
export function referenceObjects({ spec: { name, references } }: TableLayout): RecordedObject[] {
  return references ? [{ kind: 'references', table: name, name: '', definition: references.form }] : []
}

/** Reindexes references where relationship fields changed: writes update the index only for what they write. */
export function planReferences(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(keyOf))
  const isThere = (table: string) => recorded.some((object) => object.kind === 'table' && object.table === table)
  return [...tables.layouts.values()].flatMap((layout): PlannedStep[] => {
    const { name, references, content } = layout.spec
    const made = referenceObjects(layout).filter((object) => !known.has(keyOf(object)))
    if (!references || made.length === 0 || !isThere(name)) return []
    const { adoption } = references
    const run = async (session: Session) => {
      if (adoption && content) await adoptFiles(tables, session, placesOfContent(tables, name, recorded), adoption)
      // / Copies are adopted too, possibly by an earlier step.
      const copies = [...tables.layouts.values()].filter(({ spec }) => spec.copies?.of === name && isThere(spec.name))
      for (const table of [name, ...copies.map(({ spec }) => spec.name)])
        await findAnew(tables, session, table, references)
    }
    return [{ description: `find references of ${name}`, destructive: false, run, made, gone: [] }]
  })
}

async function findAnew(tables: DocumentTables, session: Session, table: string, spec: ReferenceSpec): Promise<void> {
  for await (const { id, json } of everyDocument(new SqlDocumentReader(tables, session), table)) {
    await tables.references.replace(session, table, id, spec.in(json))
  }
}
