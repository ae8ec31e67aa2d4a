import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { collection, global } from '../../data/client.ts'
import type { Capabilities, Page, Snapshot } from '../../data/document.ts'
import type { EntitySchema, FieldSchema, Schema } from '../../data/schema.ts'
import { inLanguage, type Values } from '../../data/translation-units.ts'
import type { AddressedEntry } from '../../data/use-addressed-entry.ts'
import { accessQuery, globalAccessQuery, keys, may } from '../../data/use-documents.ts'
import type { ContentLanguages } from './changes-between.ts'
import { useOnce } from '../../data/use-once.ts'

export interface HistoryPlace extends AddressedEntry {
  readonly languages: ContentLanguages | undefined
}

/** The locales of an entity's content, if it is localized. */
export function languagesOf(
  { localized }: EntitySchema,
  { localization }: Schema,
  shown: string | undefined,
): ContentLanguages | undefined {
  if (!localized || !localization) return undefined
  return { all: localization.locales, shown: shown ?? localization.defaultLocale }
}

const PAGE = 25

function historyQueryKey({ kind, entity, id }: HistoryPlace): readonly unknown[] {
  return kind === 'global' ? keys.global(entity.slug) : [...keys.collection(entity.slug), id]
}

const inAllLanguages = ({ languages }: HistoryPlace) => (languages ? { locale: 'all' as const } : {})

/** The content of a snapshot in the current locale. */
export function shownContent({ entity, languages }: HistoryPlace, { data }: Snapshot): Values {
  return languages ? inLanguage(entity.fields, data, languages.shown) : data
}

export function useVersions(place: HistoryPlace, page: number) {
  const { kind, entity, id } = place
  const options = { page, limit: PAGE, ...inAllLanguages(place) }
  return useQuery({
    queryKey: [...historyQueryKey(place), 'versions', page],
    queryFn: (): Promise<Page<Snapshot>> =>
      kind === 'global' ? global(entity.slug).versions(options) : collection(entity.slug).versions(id, options),
    placeholderData: keepPreviousData,
  })
}

/** A snapshot never changes, so it is loaded once. */
export function useVersion(place: HistoryPlace, revision: number | undefined) {
  const { kind, entity, id } = place
  const options = inAllLanguages(place)
  return useQuery({
    queryKey: ['snapshot', kind, entity.slug, id, revision],
    queryFn: (): Promise<Snapshot> => {
      const wanted = revision ?? 0
      return kind === 'global'
        ? global(entity.slug).version(wanted, options)
        : collection(entity.slug).version(id, wanted, options)
    },
    enabled: revision !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Names a snapshot; null removes the name. */
export function useNameVersion(place: HistoryPlace) {
  const queries = useQueryClient()
  const { kind, entity, id } = place
  return useOnce({
    mutationFn: ({ revision, name }: { readonly revision: number; readonly name: string | null }): Promise<object> =>
      kind === 'global'
        ? global(entity.slug).nameVersion(revision, { name })
        : collection(entity.slug).nameVersion(id, revision, { name }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [...historyQueryKey(place), 'versions'] }),
        queries.invalidateQueries({ queryKey: ['snapshot', kind, entity.slug, id] }),
      ]),
  })
}

interface RestoredVersion {
  readonly revision: number
  readonly isDraft: boolean
  /** The newest revision that the editor has seen: a newer one is not replaced unseen. */
  readonly ifMatch: number
}

/** Writes the content of a snapshot as a new revision: as a draft, or live at once. */
export function useRestore(place: HistoryPlace) {
  const queries = useQueryClient()
  const { kind, entity, id } = place
  return useOnce({
    mutationFn: ({ revision, isDraft, ifMatch }: RestoredVersion) => {
      const options = { ifMatch, ...(isDraft && { draft: true }) }
      return kind === 'global'
        ? global(entity.slug).restore(revision, options)
        : collection(entity.slug).restore(id, revision, options)
    },
    onSuccess: () =>
      queries.invalidateQueries({
        queryKey: kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug),
      }),
  })
}

/** Whether the actor may change the document now, and which of its fields. The service checks it again. */
export function useRightToChange({ kind, entity, id }: HistoryPlace) {
  const isGlobal = kind === 'global'
  const ofGlobal = useQuery({ ...globalAccessQuery(entity.slug), enabled: isGlobal })
  const ofDocument = useQuery({ ...accessQuery(entity.slug, id), enabled: !isGlobal })
  const access: Capabilities | undefined = isGlobal ? ofGlobal.data : ofDocument.data
  const mayChange = may(access, 'update')
  return {
    access,
    mayChange,
    mayChangeField: ({ path, readOnly, structure }: FieldSchema) =>
      mayChange && !readOnly && structure !== 'computed' && access?.fields[path]?.update !== false,
  }
}
