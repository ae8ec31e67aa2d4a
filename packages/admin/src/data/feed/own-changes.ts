import type { Change } from './news.ts'

/** So many that nothing is forgotten before the service has told of it. */
const REMEMBERED = 50
/** What makes a revision, and nothing besides. */
const SAVING: ReadonlySet<string> = new Set(['document.created', 'document.updated', 'global.updated'])

let saved: readonly string[] = []
let removed: readonly string[] = []

interface Saved {
  readonly kind: 'collection' | 'global'
  readonly slug: string
  /** Of a document; a global has none. */
  readonly id: string | undefined
  readonly revision: number
}

/** This tab knows of a revision, and has seen to it that whatever is on screen is read again. */
export function noteRevision({ kind, slug, id, revision }: Saved): void {
  saved = [...saved, keyOf(kind, slug, kind === 'global' ? undefined : id, revision)].slice(-REMEMBERED)
}

/** Whether it is no news to this tab. Another one of the same person still has to hear of it. */
export function isKnownHere({ event, collection, global, documentId, revision }: Change): boolean {
  if (!SAVING.has(event) || revision === null) return false
  if (global !== undefined) return saved.includes(keyOf('global', global, undefined, revision))
  return saved.includes(keyOf('collection', collection ?? '', documentId, revision))
}

/** This tab is about to delete a document: the service may tell of it before it answers. */
export function noteRemoval(documentId: string): void {
  removed = [...removed, documentId].slice(-REMEMBERED)
}

export function isRemovedHere({ documentId }: Change): boolean {
  return removed.includes(documentId)
}

function keyOf(kind: Saved['kind'], slug: string, id: string | undefined, revision: number): string {
  return [kind, slug, id, revision].join('/')
}
