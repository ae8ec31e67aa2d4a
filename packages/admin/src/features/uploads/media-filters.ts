import type { ListState } from '../../screens/list/list-state.ts'

type Filters = ListState['filters']
type Filter = Filters[number]

/** One-click filters for files. Each is a normal filter: it has an address, and views can store it. */
export interface MediaFilters {
  readonly folder: string
  readonly tag: string | undefined
  readonly lacksAlt: boolean
}

const isAbout = (path: string) => (filter: Filter) => filter.every(([asked]) => asked === path)

export function mediaFiltersOf(filters: Filters): MediaFilters {
  const valueOf = (path: string, operator: string) =>
    filters.find(isAbout(path))?.find(([, asked]) => asked === operator)?.[2]
  const [folder, tag] = [valueOf('folder', 'equals'), valueOf('tags', 'contains')]
  return {
    folder: typeof folder === 'string' ? folder : '',
    tag: typeof tag === 'string' ? tag : undefined,
    lacksAlt: valueOf('alt', 'exists') === false,
  }
}

/** Files in a folder and its subfolders. */
export function inFolder(filters: Filters, path: string): Filters {
  const others = filters.filter((filter) => !isAbout('folder')(filter))
  return path === ''
    ? others
    : [
        ...others,
        [
          ['folder', 'equals', path],
          ['folder', 'starts_with', `${path}/`],
        ],
      ]
}

export function withTag(filters: Filters, tag: string | undefined): Filters {
  const others = filters.filter((filter) => !isAbout('tags')(filter))
  return tag === undefined ? others : [...others, [['tags', 'contains', tag]]]
}

export function lackingAlt(filters: Filters, isAsked: boolean): Filters {
  const others = filters.filter((filter) => !isAbout('alt')(filter))
  return isAsked
    ? [
        ...others,
        [
          ['alt', 'exists', false],
          ['alt', 'equals', ''],
        ],
      ]
    : others
}
