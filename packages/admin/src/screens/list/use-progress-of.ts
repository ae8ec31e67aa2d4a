import { useQuery } from '@tanstack/react-query'
import { find } from '../../data/client.ts'
import type { Doc } from '../../data/document.ts'
import { newestOf, titleFieldOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { inLanguage, type Progress, progressOf, translationUnits } from '../../data/translation-units.ts'
import { keys } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import type { ListState } from './list-state.ts'

/** Up to this number of locales, all texts of a page are read; beyond it, only titles. */
const MOST_LOCALES = 6

/** The languages of a document, with their progress. */
export type Languages = readonly { readonly code: string; readonly progress: Progress }[]

/** Translation progress of the documents on a page, requested only for a visible column. */
export function useProgressOf(
  entity: EntitySchema,
  { columns }: ListState,
  docs: readonly Doc[],
): Readonly<Record<string, Languages>> {
  const { localization } = useSchema()
  const fields = countedFields(entity, localization?.locales.length ?? 0)
  const asked = {
    where: { id: { in: docs.map(({ id }) => id) } },
    limit: Math.max(docs.length, 1),
    locale: 'all',
    select: Object.fromEntries(fields.map(({ name }) => [name, true])),
    ...newestOf(entity),
  }
  const { data } = useQuery({
    queryKey: [...keys.collection(entity.slug), 'languages', asked],
    queryFn: () => find(entity.slug, asked),
    enabled: docs.length > 0 && fields.length > 0 && columns.some(({ kind }) => kind === 'languages'),
  })
  if (!data || !localization) return {}
  const { locales, defaultLocale } = localization
  return Object.fromEntries(
    data.docs.map((doc) => {
      const source = inLanguage(fields, doc, defaultLocale)
      const languages = locales.map((code) => {
        const target = inLanguage(fields, doc, code)
        return { code, progress: progressOf(translationUnits(fields, source, target, () => true)) }
      })
      return [doc.id, languages.filter(({ progress }) => progress.translated > 0)]
    }),
  )
}

function countedFields(entity: EntitySchema, locales: number): readonly FieldSchema[] {
  if (locales <= MOST_LOCALES) return entity.fields.filter(holdsLocalized)
  const title = [titleFieldOf(entity), ...entity.fields].find((one) => one?.localized && one.structure === 'value')
  return title ? [title] : []
}

function holdsLocalized(field: FieldSchema): boolean {
  const inside = [...(field.fields ?? []), ...Object.values(field.blocks ?? {}).flatMap(({ fields }) => fields)]
  return field.structure !== 'computed' && (field.localized || inside.some(holdsLocalized))
}
