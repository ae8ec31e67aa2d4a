/** A folder, with the number of its files and subfolders. */
export interface Folder {
  /** `press/2030`. */
  readonly path: string
  readonly name: string
  /** Files in it and in its subfolders. */
  readonly count: number
}

interface Counted {
  readonly value: string
  readonly count: number
}

/** The direct subfolders of a folder (or of the top), derived from the paths of all files. */
export function foldersIn(parent: string, paths: readonly Counted[]): Folder[] {
  const inside = parent === '' ? '' : `${parent}/`
  const counts = new Map<string, number>()
  for (const { value, count } of paths) {
    if (!value.startsWith(inside) || value === parent) continue
    const [name = ''] = value.slice(inside.length).split('/', 1)
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return [...counts]
    .map(([name, count]) => ({ path: inside + name, name, count }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The path to a folder as breadcrumbs. */
export function wayTo(path: string): { readonly path: string; readonly name: string }[] {
  const names = path === '' ? [] : path.split('/')
  return names.map((name, place) => ({ name, path: names.slice(0, place + 1).join('/') }))
}
