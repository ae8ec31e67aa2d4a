import { memo } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import { FieldContent } from './field-content.tsx'
import { type FollowedForm, followsModel, keysOf } from './form-model.ts'
import { knownType } from './known-types.ts'
import { useFieldState } from './use-field-state.ts'

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
