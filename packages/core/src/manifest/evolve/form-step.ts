import type { ContentStep } from '../../contracts/content-spec.ts'
import type { FieldForm } from './field-form.ts'

/** A step, and the form of the content after it. */
export interface FormStep {
  readonly step: Omit<ContentStep, 'form'>
  readonly forms: readonly FieldForm[]
}
