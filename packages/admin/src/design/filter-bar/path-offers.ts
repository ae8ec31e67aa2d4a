import { everyPath, type ModelPath } from '../../data/model/model-path.ts'

/** An entry of the path chooser: a path, or a relation to look into. */
export interface Offer {
  readonly path: string
  readonly labels: readonly string[]
  /** Choosing it shows the fields of the related documents. */
  readonly leads?: ModelPath
}

/**
 * Offers the matching paths, including one step into related documents. Further ones are found by looking into a
 * relation.
 */
export function offersOf(
  paths: readonly ModelPath[],
  suits: (path: ModelPath) => boolean,
  from: ModelPath | undefined,
): readonly Offer[] {
  const hops = (from?.hops ?? 0) + 1
  const near = everyPath(from ? from.below() : paths, hops)
  return near.flatMap((one): readonly Offer[] => [
    ...(suits(one) ? [{ path: one.path, labels: one.labels }] : []),
    ...(one.isRelation && one.hops >= hops && one.below().some(isBeyond(one))
      ? [{ path: one.path, labels: one.labels, leads: one }]
      : []),
  ])
}

function isBeyond({ hops }: ModelPath) {
  return (one: ModelPath) => one.hops > hops
}

/** Entries whose labels or path contain all words; those that begin with them come first. */
export function searchOffers(offers: readonly Offer[], typed: string): readonly Offer[] {
  const words = folded(typed)
    .split(/[\s›]+/u)
    .filter(Boolean)
  if (words.length === 0) return offers
  const text = words.join(' ')
  return offers
    .flatMap((offer) => {
      const rank = rankOf(offer, words, text)
      return rank === undefined ? [] : [{ offer, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank || one.offer.labels.length - other.offer.labels.length)
    .map(({ offer }) => offer)
}

function rankOf({ path, labels }: Offer, words: readonly string[], text: string): number | undefined {
  const label = folded(labels.join(' '))
  const name = folded(path)
  const last = folded(labels.at(-1) ?? '')
  if (last === text || name === text) return 0
  if (last.startsWith(text)) return 1
  if (words.every((word) => label.split(' ').some((part) => part.startsWith(word)))) return 2
  if (words.every((word) => label.includes(word))) return 3
  return words.every((word) => name.includes(word) || label.includes(word)) ? 4 : undefined
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
