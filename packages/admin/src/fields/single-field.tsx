import input from '../design/input.module.css'
import type { EntitySchema, FieldSchema } from '../data/schema.ts'
import type { FormContext } from './contract.ts'
import { FieldRow } from './field-row.tsx'
import { useDetachedForm } from './use-model.ts'

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
