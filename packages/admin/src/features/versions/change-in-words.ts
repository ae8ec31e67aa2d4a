import type { Snapshot } from '../../data/document.ts'
import { labelOf, singular } from '../../data/entities.ts'
import { sameJson } from '../../data/same-json.ts'
import type { EntitySchema } from '../../data/schema.ts'
import type { Formats } from '../../words/formats.ts'
import type { Said } from '../../words/words.ts'
import { type RevisionChange, changesBetween, type ContentLanguages } from './changes-between.ts'
import type { historyWords } from './words.ts'

type HistoryTexts = Said<typeof historyWords>

/** The compared parts of a revision: its content, and whether it was published. */
export type ComparedRevision = Pick<Snapshot, 'data' | '_status'>

/** Maximum number of changes to name. */
const NAMED = 3

/** Summarizes the changes of a revision, such as "Title and 2 sections", or says that it created the document. */
export function changeInWords(
  {
    entity,
    languages,
  }: { readonly entity: Pick<EntitySchema, 'fields'>; readonly languages?: ContentLanguages | undefined },
  before: ComparedRevision | undefined,
  after: ComparedRevision,
  said: HistoryTexts,
  formats: Pick<Formats, 'list' | 'inSentence' | 'locale'>,
): string {
  if (!before) return said.created
  const parts = changesBetween(entity, before.data, after.data, languages).flatMap((change) =>
    partsInWords(change, said, formats).map((part) =>
      change.locale === undefined ? part : said.inLanguage({ what: part, language: formats.locale(change.locale) }),
    ),
  )
  if (parts.length === 0) return stateInWords(before, after, said)
  const more = parts.length - NAMED
  const told = formats.list(more > 0 ? [...parts.slice(0, NAMED), said.more({ count: more })] : parts)
  return told.charAt(0).toLocaleUpperCase() + told.slice(1)
}

/** The content is equal, so the document was published or unpublished. */
function stateInWords(
  { _status: before }: ComparedRevision,
  { _status: after }: ComparedRevision,
  said: HistoryTexts,
): string {
  if (after === before) return said.nothing
  return after === 'published' ? said.published : said.unpublished
}

function partsInWords(
  { field, before, after }: RevisionChange,
  said: HistoryTexts,
  formats: Pick<Formats, 'inSentence'>,
): string[] {
  const label = labelOf(field)
  const what = formats.inSentence(label)
  if (field.type === 'richText') {
    const [old, now] = [partsOfText(before), partsOfText(after)]
    const count = changedRows(old.blocks, now.blocks)
    if (count === 0) return [label]
    return [...(sameJson(old.others, now.others) ? [] : [label]), said.blocks({ count, what })]
  }
  if (!isRows(before) && !isRows(after)) return [label]
  const count = changedRows(isRows(before) ? before : [], isRows(after) ? after : [])
  return [count === 0 ? said.order({ what }) : said.rows({ count, what, one: singular(what) })]
}

/** The blocks of a text at every depth, and the text without their content. */
function partsOfText(value: unknown): { readonly blocks: readonly StoredRow[]; readonly others: unknown } {
  const blocks: StoredRow[] = []
  const others = JSON.parse(
    JSON.stringify(value ?? null, (_, part: unknown) => {
      if (!isBlock(part)) return part
      blocks.push(part.attrs)
      return undefined
    }),
  ) as unknown
  return { blocks, others }
}

function isBlock(part: unknown): part is { readonly attrs: StoredRow } {
  if (typeof part !== 'object' || part === null || !('type' in part) || part.type !== 'block' || !('attrs' in part))
    return false
  return typeof part.attrs === 'object' && part.attrs !== null && 'id' in part.attrs
}

interface StoredRow {
  readonly id: unknown
}

/** Rows have ids. */
function isRows(value: unknown): value is readonly StoredRow[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row && 'id' in row)
}

/** Number of rows that were added, removed or changed. */
function changedRows(before: readonly StoredRow[], after: readonly StoredRow[]): number {
  const known = new Map(before.map((row) => [row.id, row]))
  const now = new Set(after.map(({ id }) => id))
  const gone = before.filter(({ id }) => !now.has(id)).length
  return gone + after.filter((row) => !known.has(row.id) || !sameJson(known.get(row.id), row)).length
}
