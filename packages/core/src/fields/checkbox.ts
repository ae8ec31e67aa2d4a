import { defineFieldType, type OptionsFor } from './define-field-type.ts'
import { equality } from './operators.ts'
import { commonOptions } from './option-kinds.ts'

export interface CheckboxOptions extends OptionsFor<boolean> {}

/** True or false; null as long as nobody has set it. */
export const checkbox = defineFieldType<CheckboxOptions, boolean>()({
  name: 'checkbox',
  options: commonOptions,
  schema: () => ({ type: 'boolean' }),
  storedAs: 'boolean',
  operators: equality,
})
