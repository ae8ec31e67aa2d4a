import { column, recordTable, type RowOf } from '@quirecms/core/feature'

/** Changes of documents, in the order of commits (docs/adr/0080). */
export const CHANGES = recordTable({
  name: 'changes',
  columns: {
    era: column.integer(),
    place: column.integer(),
    at: column.text(),
    /** A collection's slug, or `global:` and the slug of a global; '' for records about the feed itself. */
    entity: column.text(),
    documentId: column.text(),
    event: column.text(),
    revision: column.integer(),
    /** 1 if public content changed. */
    live: column.integer<0 | 1>(),
    /** Revision of the live copy since then; null if nothing is public. */
    liveRevision: column.integerOrNull(),
    /** `users/ID`; null for the application itself and callers without a user. */
    actor: column.textOrNull(),
  },
  key: ['era', 'place'],
  inCommitOrder: true,
  firstRecord: () => ({ ...ABOUT_THE_FEED, at: new Date().toISOString() }),
  namingColumns: [
    { column: 'entity', holds: 'owner', document: 'documentId' },
    { column: 'actor', holds: 'user' },
  ],
})

export type ChangeRow = RowOf<typeof CHANGES>

/** Break record: changes before it may be missing, because the feed was off, or documents were stored without it. */
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

/** The secret that encrypts cursors of this database: one record. */
export const FEEDS = recordTable({
  name: 'change_feeds',
  columns: { id: column.text(), secret: column.text() },
  key: ['id'],
})
