import { isAuth } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import type { LockState } from '../../data/use-lock.ts'
import { FieldList } from '../../fields/field-list.tsx'
import type { FollowedForm } from '../../fields/form-model.ts'
import type { DocumentContext } from '../feature.ts'
import { Slot } from '../slot.tsx'
import { SignInSection } from '../users/sign-in-section.tsx'
import { LockNotice } from './lock-notice.tsx'
import { LanguageSection } from './margin-language.tsx'

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
