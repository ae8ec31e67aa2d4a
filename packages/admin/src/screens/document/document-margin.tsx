import { Lock } from 'lucide-react'
import { isAuth } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import type { LockState } from '../../data/use-lock.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Icon } from '../../design/icon.tsx'
import type { FormContext } from '../../fields/contract.ts'
import { FieldList } from '../../fields/field-list.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../feature.ts'
import { Slot } from '../slot.tsx'
import { SignInSection } from '../users/sign-in-section.tsx'
import styles from './document-margin.module.css'
import { LanguageSection } from './margin-language.tsx'

interface DocumentMarginProps {
  readonly context: DocumentContext
  readonly formContext: FormContext
  readonly lock: LockState
  readonly fields: readonly FieldSchema[]
}

/** What is about the document: who is at it, what readers see, languages, short facts, history, what points to it. */
export function DocumentMargin({ context, formContext, lock, fields }: DocumentMarginProps) {
  const { place, access, form } = context
  const { entity, id } = place
  // What only the service writes is not there yet.
  const shown = id === null ? fields.filter(({ readOnly }) => !readOnly) : fields
  return (
    <>
      {lock.foreign && <LockNotice lock={lock} />}
      <Slot name="marginAbove" context={context} />
      {entity.localized && <LanguageSection place={place} access={access} />}
      <FieldList isMargin fields={shown} values={form.values} onChange={form.setValue} form={formContext} />
      {form.stored && isAuth(entity) && <SignInSection entity={entity} access={access} user={form.stored} />}
      <Slot name="marginBelow" context={context} />
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
