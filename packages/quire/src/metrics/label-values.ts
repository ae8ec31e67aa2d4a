import type { LabelLists, LabelValues } from '@quirecms/core'

export type LabelSets = readonly (readonly [label: string, values: ReadonlySet<string>])[]

/** Label for values outside of the list. */
const OTHER = 'other'

export function setsOf(lists: LabelLists = {}): LabelSets {
  return Object.entries(lists).map(([label, values]) => [label, new Set(values)])
}

/** Label values in the order of the lists. Unlisted values become `other`, so that the number of series is bounded. */
export function valuesIn(lists: LabelSets, labels: LabelValues<LabelLists>): string[] {
  return lists.map(([label, values]) => {
    const value = labels[label] ?? OTHER
    return values.has(value) ? value : OTHER
  })
}
