import type { ContentStep } from '../../contracts/content-spec.ts'
import type { FieldForm } from './field-form.ts'

export interface FormStep {
  readonly step: Omit<ContentStep, 'form'>
  readonly forms: readonly FieldForm[]
}
