import type { ComputeArguments, FieldOptions } from '../contracts/field.ts'
import { defineFieldType } from './define-field-type.ts'
import { aFunction, aListOfFunctions, anObjectOf, commonOptions } from './option-kinds.ts'

export interface VirtualOptions extends Pick<FieldOptions, 'hidden' | 'label' | 'description' | 'admin'> {
  readonly access?: { readonly read?: NonNullable<FieldOptions['access']>['read'] }
  readonly hooks?: { readonly afterRead?: NonNullable<FieldOptions['hooks']>['afterRead'] }
  /** Makes the value when a document is read. Its return type is the field's. */
  readonly value: (args: ComputeArguments) => unknown
}

const { hidden, label, description, admin } = commonOptions

/** Computed on read: nothing is stored, nothing can be written (`read_only`), and queries cannot use it. */
export const virtual = defineFieldType<VirtualOptions>()({
  name: 'virtual',
  structure: 'computed',
  options: {
    hidden,
    label,
    description,
    admin,
    access: anObjectOf({ read: aFunction }),
    hooks: anObjectOf({ afterRead: aListOfFunctions }),
    value: aFunction,
  },
  problems: ({ value }) => (value === undefined ? ['`value` is missing'] : []),
  compute: (args, { value }) => value(args),
})
