import { useMemo } from 'react'
import { hasDrafts } from '../../data/entities.ts'
import type { ModelPath } from '../../data/model/model-path.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useSchema } from '../../data/use-session.ts'
import { useFormats } from '../../words/formats.ts'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import { type FilterField, filterFieldOf, STATUS, statusFilter, translationFilter } from './filter-model.ts'
import type { ListPaths } from './use-model.ts'

export interface FilterFields {
  readonly at: (path: string) => FilterField | undefined
  /** Combined fields, offered first. */
  readonly first: readonly FilterField[]
  readonly paths: readonly ModelPath[]
}

export function useFilterFields(entity: EntitySchema, { paths, at }: Pick<ListPaths, 'paths' | 'at'>): FilterFields {
  const said = useWords(listWords)
  const formats = useFormats()
  const { localization } = useSchema()
  return useMemo(() => {
    const others = entity.localized
      ? (localization?.locales.filter((code) => code !== localization.defaultLocale) ?? [])
      : []
    const options = others.map((value) => ({ value, label: formats.locale(value) }))
    const first = [
      ...(hasDrafts(entity) ? [statusFilter(said.status)] : []),
      ...(options.length > 0 ? [translationFilter(said.translation, options)] : []),
    ]
    return {
      first,
      paths: hasDrafts(entity) ? paths.filter(({ path }) => path !== STATUS) : paths,
      at(path) {
        const special = first.find(({ field }) => field.path === path)
        const found = special ? undefined : at(path)
        return special ?? (found && filterFieldOf(found))
      },
    }
  }, [entity, said, formats, localization, paths, at])
}
