import type { MenuEntry } from '../extensions/contract.ts'

interface Group<Entry> {
  /** Null for entries without a heading. */
  readonly label: string | null
  readonly entries: readonly Entry[]
}

interface MenuGroup<Entry> extends Group<Entry> {
  /** Entries of extensions, after the app's own. */
  readonly extra: readonly MenuEntry[]
}

/** Adds the entries of extensions to the groups that they name; unknown groups come last. */
export function withEntries<Entry>(
  groups: readonly Group<Entry>[],
  added: readonly MenuEntry[],
  unnamed: string,
): MenuGroup<Entry>[] {
  const extra = Map.groupBy(added, ({ group }) => group ?? unnamed)
  const known = groups.map((group) => ({ ...group, extra: (group.label !== null && extra.get(group.label)) || [] }))
  for (const { label } of groups) if (label !== null) extra.delete(label)
  return [...known, ...[...extra].map(([label, entries]) => ({ label, entries: [], extra: entries }))]
}
