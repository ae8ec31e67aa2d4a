import { memo } from 'react'
import type { EntitySchema, FieldSchema } from '../data/schema.ts'
import { FieldContent } from './field-content.tsx'
import { type FollowedForm, followsModel, keysOf } from './form-model.ts'
import { knownType } from './known-types.ts'
import { useFieldState } from './use-field-state.ts'
import type { FormContext } from './contract.ts'
import { useDetachedForm } from './use-model.ts'
import input from '../design/input.module.css'

interface FieldRowProps {
  readonly field: FieldSchema
  readonly path: string
  readonly form: FollowedForm
}

/** One field. A change renders only this field, and fields whose conditions read it. */
export const FieldRow = memo(function FollowedField({ field, path, form }: FieldRowProps) {
  const { Input } = knownType(field)
  const state = useFieldState(form, field, path, followsModel(Input))
  return (
    <FieldContent field={field} path={path} {...state} onChange={(next) => form.model.change(keysOf(path), next)} />
  )
})

interface SingleFieldProps {
  readonly field: FieldSchema
  readonly entity: EntitySchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly issue?: string | undefined
  readonly isReadOnly?: boolean
  /** Locale of the value, if localized. */
  readonly locale?: string | undefined
}

/** A field outside of a document: in dialogs, the profile, and for files. */
export function SingleField({ field, entity, value, onChange, issue, isReadOnly = false, locale }: SingleFieldProps) {
  const context: FormContext = {
    entity,
    locale,
    isReadOnly,
    value: () => undefined,
    issue: (path) => (path === field.name ? issue : undefined),
    mayChange: () => true,
    isChanged: () => false,
  }
  const form = useDetachedForm(context, '', { [field.name]: value }, (_, next) => onChange(next))
  return (
    <div className={input.framed}>
      <FieldRow key={field.name} field={field} path={field.name} form={form} />
    </div>
  )
}
