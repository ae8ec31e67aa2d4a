import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'

/** What happened to documents, in the order of commits (docs/adr/0080). */
export const CHANGES = recordTable({
  name: 'changes',
  columns: {
    era: column.integer(),
    place: column.integer(),
    at: column.text(),
    /** A collection's slug, or `global:` and that of a global; '' for what is about the feed itself. */
    entity: column.text(),
    documentId: column.text(),
    event: column.text(),
    revision: column.integer(),
    /** 1 if something changed that is public. */
    live: column.integer<0 | 1>(),
    /** What is public since then; null if nothing is. */
    liveRevision: column.integerOrNull(),
    /** `users/ID`; null for nobody, and for the application itself. */
    actor: column.textOrNull(),
  },
  key: ['era', 'place'],
  inCommitOrder: true,
  begins: () => ({ ...ABOUT_THE_FEED, at: new Date().toISOString() }),
  names: [
    { column: 'entity', holds: 'owner', document: 'documentId' },
    { column: 'actor', holds: 'user' },
  ],
})

export type ChangeRow = RowOf<typeof CHANGES>

/** Stands where something may be missing: before it nobody kept the feed, or something was stored that it was not told of. */
const BREAK = 'feed.broken'

export const ABOUT_THE_FEED = {
  entity: '',
  documentId: '',
  event: BREAK,
  revision: 0,
  live: 1,
  liveRevision: null,
  actor: null,
} as const

export function isBreak({ event }: Pick<ChangeRow, 'event'>): boolean {
  return event === BREAK
}

/** What cursors of this database are sealed with: one record. */
export const FEEDS = recordTable({
  name: 'change_feeds',
  columns: { id: column.text(), secret: column.text() },
  key: ['id'],
})
