import { useQuery } from '@tanstack/react-query'
import { useLinkProps, useNavigate, useSearch } from '@tanstack/react-router'
import { Columns2, Lock } from 'lucide-react'
import { useMemo } from 'react'
import { isAuth } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import type { LockState } from '../../data/use-lock.ts'
import { FieldList } from '../../fields/field-list.tsx'
import type { FollowedForm } from '../../fields/form-model.ts'
import type { DocumentContext } from '../feature.ts'
import { Slot } from '../slot.tsx'
import { SignInSection } from '../users/sign-in-section.tsx'
import type { DocumentSearch } from '../../data/addresses.ts'
import type { Capabilities } from '../../data/document.ts'
import { documentApi, type DocumentPlace } from '../../data/document-api.ts'
import { inLanguage, type Progress, progressOf, translationUnits } from '../../data/translation-units.ts'
import { keys } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuChoice } from '../../design/menu.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { useTargets } from '../../data/use-targets.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import styles from './document-margin.module.css'

interface DocumentMarginProps {
  readonly context: DocumentContext
  readonly formContext: FollowedForm
  readonly lock: LockState
  readonly fields: readonly FieldSchema[]
}

/** Information about a document: people, state, languages, history, references. */
export function DocumentMargin({ context, formContext, lock, fields }: DocumentMarginProps) {
  const { place, access, form } = context
  const { entity, id } = place
  // Read-only fields have no value before the document exists.
  const shown = id === null ? fields.filter(({ readOnly }) => !readOnly) : fields
  return (
    <>
      {lock.foreign && <LockNotice lock={lock} />}
      <Slot name="marginAbove" context={context} />
      {entity.localized && <LanguageSection place={place} access={access} />}
      <FieldList isMargin fields={shown} form={formContext} />
      {form.stored && isAuth(entity) && <SignInSection entity={entity} access={access} user={form.stored} />}
      <Slot name="marginBelow" context={context} />
    </>
  )
}

interface LanguageSectionProps {
  readonly place: DocumentPlace
  readonly access: Capabilities
}

/** The content languages: the edited one, progress of each, and the one to translate from. */
function LanguageSection({ place, access }: LanguageSectionProps) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const { localization } = useSchema()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const progress = useProgress(place, access)
  if (!localization) return null
  const { locales, defaultLocale } = localization
  const others = locales.filter((code) => code !== place.locale)
  const show = (beside: string | undefined) =>
    void navigate({ to: '.', search: (old: DocumentSearch) => ({ ...old, beside }) })
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        {said.language}
        {place.id !== null && others.length > 0 && (
          <Menu
            trigger={
              <IconButton small label={said.chooseBeside}>
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
              onChange={(beside) => show(beside === '' ? undefined : beside)}
            />
          </Menu>
        )}
      </h2>
      <div className={styles.locales}>
        {locales.map((code) => (
          <LocaleLink
            key={code}
            code={code}
            isDefault={code === defaultLocale}
            isCurrent={code === place.locale}
            progress={progress?.get(code)}
          />
        ))}
      </div>
      {place.id !== null && place.locale !== defaultLocale && search.beside === undefined && (
        <div className={styles.translate}>
          <Button small kind="outline" onClick={() => show(defaultLocale)}>
            <Icon of={Columns2} size={14} />
            {said.translateFrom({ locale: formats.locale(defaultLocale) })}
          </Button>
        </div>
      )}
    </section>
  )
}

interface LocaleLinkProps {
  readonly code: string
  readonly isDefault: boolean
  readonly isCurrent: boolean
  readonly progress: Progress | undefined
}

/** A link to a language. The router compares paths only, so the current one is marked here. */
function LocaleLink({ code, isDefault, isCurrent, progress }: LocaleLinkProps) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const change = (old: DocumentSearch): DocumentSearch => ({
    ...old,
    locale: isDefault ? undefined : code,
    beside: undefined,
  })
  const { 'aria-current': _, ...link } = useLinkProps({ to: '.', search: change })
  const isEmpty = progress !== undefined && progress.total > 0 && progress.translated === 0
  const isPartial = progress !== undefined && !isEmpty && progress.translated < progress.total
  return (
    <a
      {...link}
      className={styles.locale}
      lang={code}
      aria-current={isCurrent ? 'true' : undefined}
      data-empty={isEmpty || undefined}
      title={progress && said.translated({ done: progress.translated, all: progress.total })}
    >
      {/* The name may have another direction than the progress. */}
      <bdi>{formats.locale(code)}</bdi>
      {isEmpty && ' –'}
      {isPartial && ` ${formats.percent(Math.floor((100 * progress.translated) / progress.total) / 100)}`}
    </a>
  )
}

/** Progress of each language against the default one, without fields that the actor may not translate. */
function useProgress(place: DocumentPlace, access: Capabilities): ReadonlyMap<string, Progress> | undefined {
  const { entity, id, kind } = place
  const { localization } = useSchema()
  const { data } = useQuery({
    queryKey: [...(kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug)), id, 'locales'],
    queryFn: () => documentApi(place).read({ locale: 'all' }),
    enabled: id !== null,
  })
  return useMemo(() => {
    if (!data || !localization) return undefined
    const { locales, defaultLocale } = localization
    const source = inLanguage(entity.fields, data, defaultLocale)
    const may = (path: string) => access.fields[path]?.update !== false
    return new Map(
      locales.map((code) => [
        code,
        progressOf(translationUnits(entity.fields, source, inLanguage(entity.fields, data, code), may)),
      ]),
    )
  }, [data, localization, entity, access])
}

/** Shows who holds the lock, with a button to take over. */
export function LockNotice({ lock: { foreign, takeOver } }: { readonly lock: LockState }) {
  const said = useWords(documentWords)
  const [holder] = useTargets(foreign ? [foreign.actor] : [])
  if (!foreign || !holder) return null
  return (
    <div className={styles.lock} role="status">
      <Icon of={Lock} />
      <div>
        <TargetTitle target={holder} /> {said.isEditing}{' '}
        <button type="button" className={styles.act} onClick={takeOver}>
          {said.takeOver}
        </button>
      </div>
    </div>
  )
}
