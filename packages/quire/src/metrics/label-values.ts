import type { LabelLists, LabelValues } from '@quirecms/core'

export type LabelSets = readonly (readonly [label: string, values: ReadonlySet<string>])[]

/** What stands for a value that is in no list. */
const OTHER = 'other'

export function setsOf(lists: LabelLists = {}): LabelSets {
  return Object.entries(lists).map(([label, values]) => [label, new Set(values)])
}

/** In the order of the lists. What is in none of them could be anything, and there is no end of that. */
export function valuesIn(lists: LabelSets, labels: LabelValues<LabelLists>): string[] {
  return lists.map(([label, values]) => {
    const value = labels[label] ?? OTHER
    return values.has(value) ? value : OTHER
  })
}
