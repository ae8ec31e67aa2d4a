/** Something that happened to a document or a global, as the service tells of it. */
export interface Change {
  /** Where to go on from, behind it. */
  readonly id: string
  readonly at: string
  /** `document.published` and the like. */
  readonly event: string
  readonly collection?: string
  readonly global?: string
  readonly documentId: string
  /** Of the copy that the actor reads; null if they can read it no longer. */
  readonly revision: number | null
  readonly actor: { readonly collection: string; readonly id: string } | null
}

/**
 * What happened; or that nobody knows any more what did, so that everything may have changed; or that it has only just begun to be told, so that what was
 * read right before may be old.
 */
export type News = readonly Change[] | 'everything' | 'begun'

type Listener = (news: News) => void

const listeners = new Set<Listener>()

/** Hears what happens, whoever does it, as long as the app follows. Where it can't, there is silence. Returns how to stop. */
export function listenToNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellNews(news: News): void {
  for (const listener of listeners) listener(news)
}
