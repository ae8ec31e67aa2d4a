import type { EntitySchema } from '../../data/schema.ts'
import { useSchema } from '../../data/use-session.ts'
import { useFormats } from '../../words/formats.ts'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import { type FilterField, filterFieldsOf } from './filter-model.ts'

/** What a collection can be filtered by, in words. */
export function useFilterFields(entity: EntitySchema): readonly FilterField[] {
  const said = useWords(listWords)
  const formats = useFormats()
  const { localization } = useSchema()
  const others = entity.localized
    ? (localization?.locales.filter((code) => code !== localization.defaultLocale) ?? [])
    : []
  return filterFieldsOf(
    entity,
    said,
    others.map((value) => ({ value, label: formats.locale(value) })),
  )
}
