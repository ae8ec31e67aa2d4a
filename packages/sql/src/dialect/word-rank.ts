/** A word that a document holds at least so many times is one that it is about. */
const OFTEN = 3

/** So that ranks are sums of whole numbers, which both databases add up alike. */
const SCALE = 1_000_000

/** What the words of a document count, each by itself: there is nothing of other documents in it. */
export interface WordRank {
  /** For words that begin like what is searched for, in fields of these classes; those of the last class count nothing. */
  readonly classes: readonly number[]
  /** Added if the document has exactly the searched word, and not only one that begins like it. */
  readonly exact: number
  /** Added if the word occurs several times in the document. */
  readonly often: number
}

/**
 * Ranks a document by the weights of its classes, in descending order. Ranks must not depend on other documents: a
 * caller who may read only a few would learn from their order which words occur in the others. That is why neither
 * `bm25` nor any other inverse document frequency is used.
 */
export function wordRank(weights: readonly number[]): WordRank {
  const [most = 1, least = 1] = [weights[0], weights.at(-1)]
  const share = (weight: number) => Math.max(2, Math.round((weight / most) * SCALE))
  return {
    classes: weights.slice(0, -1).map(share),
    exact: share(least),
    often: Math.round(share(least) / 2),
  }
}

/** The words that a document holds often, in all of its classes together. */
export function wordsSaidOften(words: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= OFTEN).map(([word]) => word)
}
