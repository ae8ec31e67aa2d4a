import type { FeedChange } from './news.ts'

/** Large enough that the feed reports a change before it is evicted. */
const REMEMBERED = 50
/** Events that create a revision and change nothing else. */
const SAVING: ReadonlySet<string> = new Set(['document.created', 'document.updated', 'global.updated'])

let saved: readonly string[] = []
let removed: readonly string[] = []

interface SavedRevision {
  readonly kind: 'collection' | 'global'
  readonly slug: string
  /** The document's id; globals have none. */
  readonly id: string | undefined
  readonly revision: number
}

/** Records a revision saved by this tab, whose queries are already invalidated. */
export function noteRevision({ kind, slug, id, revision }: SavedRevision): void {
  saved = [...saved, savedRevisionKey(kind, slug, kind === 'global' ? undefined : id, revision)].slice(-REMEMBERED)
}

/** Whether this tab made the change. Other tabs of the same user must still process it. */
export function isKnownHere({ event, collection, global, documentId, revision }: FeedChange): boolean {
  if (!SAVING.has(event) || revision === null) return false
  if (global !== undefined) return saved.includes(savedRevisionKey('global', global, undefined, revision))
  return saved.includes(savedRevisionKey('collection', collection ?? '', documentId, revision))
}

/** Records a deletion by this tab before the request: the feed may report it before the response. */
export function noteRemoval(documentId: string): void {
  removed = [...removed, documentId].slice(-REMEMBERED)
}

export function isRemovedHere({ documentId }: FeedChange): boolean {
  return removed.includes(documentId)
}

function savedRevisionKey(kind: SavedRevision['kind'], slug: string, id: string | undefined, revision: number): string {
  return [kind, slug, id, revision].join('/')
}
