import { defineFieldType, type OptionsFor } from './define-field-type.ts'
import { equality } from '../contracts/operators.ts'
import { commonOptions } from './option-kinds.ts'

export interface CheckboxOptions extends OptionsFor<boolean> {}

/** True or false; null until it is set. */
export const checkbox = defineFieldType<CheckboxOptions, boolean>()({
  name: 'checkbox',
  options: commonOptions,
  schema: () => ({ type: 'boolean' }),
  storedAs: 'boolean',
  operators: equality,
})
