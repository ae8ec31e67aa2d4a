/** A word that occurs at least this many times is frequent in the document. */
const OFTEN = 3

/** Makes ranks sums of integers, which both databases add up alike. */
const SCALE = 1_000_000

/** Weights of words of one document, independent of other documents. */
export interface WordRank {
  /** For words that begin with the search term, in fields of these classes; those of the last class count nothing. */
  readonly classes: readonly number[]
  /** Added if the document contains exactly the search term. */
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

/** Words that are frequent in a document, all classes taken together. */
export function wordsSaidOften(words: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= OFTEN).map(([word]) => word)
}
