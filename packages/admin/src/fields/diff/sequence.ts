export type Step<Item> =
  | { readonly kind: 'same'; readonly before: Item; readonly after: Item }
  | { readonly kind: 'removed'; readonly before: Item }
  | { readonly kind: 'added'; readonly after: Item }

/** Beyond so many pairs, what differs counts as replaced: nobody reads such a comparison word by word. */
const MOST_PAIRS = 4_000_000

/** The shortest way from one list to another, by removing and adding (their longest common subsequence stays). */
export function compareSequences<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Step<Item>[] {
  const a = before.map(keyOf)
  const b = after.map(keyOf)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1

  const same = (from: number, to: number, shift: number): Step<Item>[] =>
    before
      .slice(from, to)
      .map((item, index) => ({ kind: 'same', before: item, after: after[from + index + shift] as Item }))
  return [
    ...same(0, start, 0),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end), keyOf),
    ...same(before.length - end, before.length, after.length - before.length),
  ]
}

function compareMiddle<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Step<Item>[] {
  const a = before.map(keyOf)
  const b = after.map(keyOf)
  const width = b.length + 1
  const isTooLong = (a.length + 1) * width > MOST_PAIRS
  // lengths[i * width + j]: of the longest common subsequence of what follows i and j.
  const lengths = new Uint32Array(isTooLong ? 0 : (a.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  if (!isTooLong) {
    for (let i = a.length - 1; i >= 0; i -= 1) {
      for (let j = b.length - 1; j >= 0; j -= 1) {
        lengths[i * width + j] =
          a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
      }
    }
  }
  const steps: Step<Item>[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      steps.push({ kind: 'same', before: before[i] as Item, after: after[j] as Item })
      i += 1
      j += 1
    } else if (i < a.length && (j >= b.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      steps.push({ kind: 'removed', before: before[i] as Item })
      i += 1
    } else {
      steps.push({ kind: 'added', after: after[j] as Item })
      j += 1
    }
  }
  return steps
}
