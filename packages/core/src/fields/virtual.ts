import type { ComputeArguments, FieldOptions } from '../contracts/field-options.ts'
import { defineFieldType } from './define-field-type.ts'
import { aFunction, aListOfFunctions, anObjectOf, commonOptions } from './option-kinds.ts'

export interface VirtualOptions extends Pick<FieldOptions, 'hidden' | 'label' | 'description' | 'admin'> {
  readonly access?: { readonly read?: NonNullable<FieldOptions['access']>['read'] }
  readonly hooks?: { readonly afterRead?: NonNullable<FieldOptions['hooks']>['afterRead'] }
  /** Computes the value when a document is read. Its return type is that of the field. */
  readonly value: (args: ComputeArguments) => unknown
}

const { hidden, label, description, admin } = commonOptions

/** Computed on read: it is not stored, can't be written (`read_only`), and can't be used in queries. */
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
