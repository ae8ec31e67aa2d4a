import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListSearch } from '../../data/addresses.ts'
import type { ListOptions } from '../../data/client.ts'
import { newestOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { incompleteIn } from '../../data/translation-filter.ts'
import { accessQuery } from '../../data/use-documents.ts'
import { usePreference } from '../../data/use-preference.ts'
import { seesSignIns, useRights } from '../../data/use-rights.ts'
import { useFailedPlans, useScheduled } from '../../data/use-scheduled.ts'
import { useSchema } from '../../data/use-session.ts'
import { soughtIn, useSettled } from '../../data/use-found.ts'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import { asksForStatus, asksForTranslation, type Filter, readFilters, unknownPaths, whereOf } from './filter-model.ts'
import { type Column, columnAt, columnsOf, defaultColumns, selectionOf } from './list-columns.ts'
import { type FilterFields, useFilterFields } from './use-filter-fields.ts'
import { type ListPaths, useListPaths } from './use-model.ts'

export interface ListLayout {
  readonly columns?: readonly string[]
  readonly widths?: Readonly<Record<string, number>>
  readonly limit?: number
  /** Only for collections of files. */
  readonly arrangement?: 'grid' | 'table'
}

export interface ListState {
  readonly search: ListSearch
  /** Updates the URL. Resets the page unless `keepPage`. */
  readonly change: (next: Partial<ListSearch>, keepPage?: boolean) => void
  readonly filters: readonly Filter[]
  /** Fields to filter by, also of related documents. */
  readonly filterFields: FilterFields
  readonly paths: ListPaths
  /** Unknown or unreadable paths in filters of the URL. */
  readonly unknown: readonly string[]
  readonly sort: readonly string[]
  readonly limit: number
  readonly locale: string | undefined
  /** Columns of the document itself; the model has more. */
  readonly allColumns: readonly Column[]
  readonly columns: readonly Column[]
  readonly layout: ListLayout
  readonly changeLayout: (layout: ListLayout) => void
  readonly arrangement: 'grid' | 'table'
  /** The debounced search text. */
  readonly words: string
  /** Planned publish times by document id. */
  readonly scheduled: ReadonlyMap<string, string>
  /** Times of failed plans by document id. */
  readonly failedPlans: ReadonlyMap<string, string>
  /** Whether filters or a search are active. */
  readonly isNarrowed: boolean
  readonly options: ListOptions
  /** Whether the query is complete. */
  readonly isReady: boolean
  /** The query without columns, for counting and for bulk actions. */
  readonly scope: ListOptions
}

const PAGE = 25
const NOTHING: ReadonlyMap<string, string> = new Map()

/** State of a list: from the URL, then the user's preferences, then the schema. */
export function useListState(entity: EntitySchema): ListState {
  const said = useWords(listWords)
  const schema = useSchema()
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [kept, changeLayout] = usePreference<ListLayout>(`admin.list.${entity.slug}`)
  const layout = kept ?? {}
  const { localization } = schema
  const isLocalized = localization !== null
  const locale = entity.localized ? (search.locale ?? localization?.defaultLocale) : undefined

  const hasSignIns = seesSignIns(entity, useRights(entity.slug))
  const allColumns = useMemo(
    () => columnsOf(entity, said, { isLocalized, hasSignIns }),
    [entity, said, isLocalized, hasSignIns],
  )
  const chosen = search.columns ?? layout.columns ?? defaultColumns(entity, allColumns)
  const key = chosen.join()
  const paths = useListPaths(entity)
  const columns = useMemo(
    () => key.split(',').flatMap((name) => columnAt(name, allColumns, paths) ?? []),
    [key, allColumns, paths],
  )
  const filters = useMemo(() => readFilters(search.filter), [search.filter])
  const filterFields = useFilterFields(entity, paths)
  const unknown = paths.isKnown ? unknownPaths(filters, filterFields.at) : []
  const plans = useScheduled(entity)
  const scheduled = plans ?? NOTHING
  const isStatusKnown = plans !== undefined || !asksForStatus(filters)
  const words = useSettled(search.q?.trim() ?? '')
  const sought = words === '' ? {} : soughtIn(entity, words)
  const isByTranslation = localization !== null && asksForTranslation(filters)
  const access = useQuery({ ...accessQuery(entity.slug), enabled: isByTranslation }).data
  const meanings = {
    scheduled: [...scheduled.keys()],
    incomplete: (target: string) =>
      incompleteIn(
        entity.fields,
        { source: localization?.defaultLocale ?? '', target },
        // Filter only by fields that the actor may read and translate.
        (path) => access?.fields[path]?.read !== false && access?.fields[path]?.update !== false,
      ),
  }
  const conditions = [...whereOf(filters, meanings), ...(sought.where ? [sought.where] : [])]
  const where = conditions.length > 0 ? { and: conditions } : undefined
  // Search results are sorted by relevance unless the user chose another order.
  const sort = search.sort ?? (sought.search === undefined ? (entity.defaultSort ?? ['-updatedAt']) : [])
  const limit = search.limit ?? layout.limit ?? PAGE
  const scope = {
    ...(where && { where }),
    ...(sought.search !== undefined && { search: sought.search }),
    // With `locale=all`, paths name their language.
    ...(isByTranslation ? { locale: 'all' } : locale !== undefined && { locale }),
    ...newestOf(entity),
  }
  return {
    search,
    change: (next, keepPage = false) =>
      void navigate({
        to: '.',
        search: (old: ListSearch) => withoutEmpty({ ...old, ...(!keepPage && { page: undefined }), ...next }),
        replace: 'q' in next,
      }),
    filters,
    filterFields,
    paths,
    unknown,
    sort,
    limit,
    locale,
    allColumns,
    columns,
    layout,
    changeLayout,
    arrangement: search.layout ?? layout.arrangement ?? 'grid',
    words,
    scheduled,
    failedPlans: useFailedPlans(entity),
    isNarrowed: where !== undefined || words !== '',
    scope,
    isReady: unknown.length === 0 && isStatusKnown && (!isByTranslation || access !== undefined),
    options: {
      ...scope,
      ...(sort.length > 0 && { sort }),
      limit,
      page: search.page ?? 1,
      ...selectionOf(entity, columns, schema.collections),
    },
  }
}

function withoutEmpty(search: Readonly<Record<string, unknown>>): ListSearch {
  const kept = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept)
}
