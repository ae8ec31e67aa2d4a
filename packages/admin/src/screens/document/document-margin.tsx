import { Lock } from 'lucide-react'
import type { Capabilities } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import { can, hasDrafts, isAuth } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import type { LockState } from '../../data/use-lock.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Icon } from '../../design/icon.tsx'
import type { FormContext } from '../../fields/contract.ts'
import { FieldList } from '../../fields/field-list.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { ScheduleSection } from '../schedule/schedule-section.tsx'
import { SignInSection } from '../users/sign-in-section.tsx'
import styles from './document-margin.module.css'
import { HistorySection } from './margin-history.tsx'
import { LanguageSection } from './margin-language.tsx'
import { LiveSection } from './margin-live.tsx'
import { UsedBySection } from './margin-used-by.tsx'
import type { DocumentForm } from './use-document-form.ts'
import type { LiveCopy } from './use-live-copy.ts'

interface DocumentMarginProps {
  readonly place: Place
  readonly access: Capabilities
  readonly form: DocumentForm
  readonly context: FormContext
  readonly lock: LockState
  readonly live: LiveCopy | undefined
  readonly fields: readonly FieldSchema[]
}

/** What is about the document: who is at it, what readers see, languages, short facts, history, what points to it. */
export function DocumentMargin({ place, access, form, context, lock, live, fields }: DocumentMarginProps) {
  const { entity, id, kind } = place
  const isStored = id !== null
  return (
    <>
      {lock.foreign && <LockNotice lock={lock} />}
      {hasDrafts(entity) && isStored && <LiveSection place={place} form={form} live={live} />}
      {form.stored && can(entity, 'schedule') && may(access, 'schedule') && (
        <ScheduleSection
          place={{ kind, slug: entity.slug, id: form.stored.id }}
          doc={form.stored}
          isDirty={form.isDirty}
        />
      )}
      {entity.localized && <LanguageSection place={place} />}
      <FieldList isMargin fields={fields} values={form.values} onChange={form.setValue} form={context} />
      {form.stored && isAuth(entity) && <SignInSection entity={entity} access={access} user={form.stored} />}
      {isStored && can(entity, 'versions') && may(access, 'readVersions') && (
        <HistorySection place={{ kind, entity, id, locale: place.locale }} />
      )}
      {isStored && can(entity, 'references') && <UsedBySection slug={entity.slug} id={id} />}
    </>
  )
}

function LockNotice({ lock: { foreign, takeOver } }: { readonly lock: LockState }) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const [holder] = useTargets(foreign ? [foreign.actor] : [])
  if (!foreign || !holder) return null
  return (
    <div className={styles.lock} role="status">
      <Icon of={Lock} />
      <div>
        <TargetTitle target={holder} /> {said.isEditing} {said.lockEnds({ when: formats.time(foreign.expiresAt) })}{' '}
        <button type="button" className={styles.act} onClick={takeOver}>
          {said.takeOver}
        </button>
      </div>
    </div>
  )
}
