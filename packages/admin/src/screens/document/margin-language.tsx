import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Columns2 } from 'lucide-react'
import type { DocumentSearch } from '../../data/addresses.ts'
import { documentApi, type Place } from '../../data/document-api.ts'
import { titleFieldOf } from '../../data/entities.ts'
import { keys } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuChoice } from '../../design/menu.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './document-margin.module.css'

/** The languages of the content: which one is edited, which have something, and one to see beside it. */
export function LanguageSection({ place }: { readonly place: Place }) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const { localization } = useSchema()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const filled = useFilledLocales(place)
  if (!localization) return null
  const { locales, defaultLocale } = localization
  const others = locales.filter((code) => code !== place.locale)
  const change = (next: Partial<DocumentSearch>) => (old: DocumentSearch) => ({ ...old, ...next })
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        {said.language}
        {place.id !== null && others.length > 0 && (
          <Menu
            trigger={
              <IconButton small label={said.beside({ locale: '' })}>
                <Icon of={Columns2} size={14} />
              </IconButton>
            }
          >
            <MenuChoice
              label={said.language}
              value={search.beside ?? ''}
              options={[
                { value: '', label: said.besideNone },
                ...others.map((value) => ({ value, label: said.beside({ locale: formats.locale(value) }) })),
              ]}
              onChange={(beside) =>
                void navigate({ to: '.', search: change({ beside: beside === '' ? undefined : beside } as never) })
              }
            />
          </Menu>
        )}
      </h2>
      <div className={styles.locales}>
        {locales.map((code) => (
          <Link
            key={code}
            to="."
            search={change({ locale: code === defaultLocale ? undefined : code, beside: undefined } as never) as never}
            className={styles.locale}
            lang={code}
            aria-current={code === place.locale ? 'true' : undefined}
            data-empty={filled && !filled.includes(code) ? true : undefined}
          >
            {formats.locale(code)}
            {filled && !filled.includes(code) && ' –'}
          </Link>
        ))}
      </div>
    </section>
  )
}

function useFilledLocales(place: Place): readonly string[] | undefined {
  const { entity, id, kind } = place
  const title = [titleFieldOf(entity), ...entity.fields].find((field) => field?.localized)
  const { data } = useQuery({
    queryKey: [...(kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug)), id, 'locales'],
    queryFn: () => documentApi(place).read({ locale: 'all' }),
    enabled: id !== null && title !== undefined,
  })
  const values = title && data?.[title.name]
  if (typeof values !== 'object' || values === null) return data ? [] : undefined
  return Object.entries(values).flatMap(([code, value]) => (value === null || value === '' ? [] : [code]))
}
