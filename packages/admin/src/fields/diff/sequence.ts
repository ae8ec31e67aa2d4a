import { diffArrays } from 'diff'

export type Step<Item> =
  | { readonly kind: 'same'; readonly before: Item; readonly after: Item }
  | { readonly kind: 'removed'; readonly before: Item }
  | { readonly kind: 'added'; readonly after: Item }

/** With more differences than this, everything counts as replaced: such a comparison is not readable. */
const MOST_DIFFERENCES = 800

/** The shortest edit script between two lists (their longest common subsequence). */
export function compareSequences<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Step<Item>[] {
  const changes = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: MOST_DIFFERENCES })
  if (!changes) return [...before.map(removed), ...after.map(added)]
  let [i, j] = [0, 0]
  return changes.flatMap((change) => {
    const taken = before.slice(i, i + (change.added ? 0 : change.count))
    const given = after.slice(j, j + (change.removed ? 0 : change.count))
    i += taken.length
    j += given.length
    if (change.added) return given.map(added)
    if (change.removed) return taken.map(removed)
    return taken.map((item, index): Step<Item> => ({ kind: 'same', before: item, after: given[index] as Item }))
  })
}

const removed = <Item>(item: Item): Step<Item> => ({ kind: 'removed', before: item })
const added = <Item>(item: Item): Step<Item> => ({ kind: 'added', after: item })
