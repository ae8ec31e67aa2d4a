import { equality } from '../contracts/operators.ts'
import { defineFieldType, type OptionsFor } from './define-field-type.ts'
import { matchesType, someMimeTypes } from './mime-types.ts'
import { manyTargets } from './operators.ts'
import { aBoolean, aText, commonOptions, oneOf } from './option-kinds.ts'

export interface UploadFieldOptions extends OptionsFor<string | readonly string[]> {
  /** The slug of an upload collection. */
  readonly to: string
  readonly many?: boolean
  /** The accepted MIME types, such as `['image/*']`; by default all that the collection accepts. */
  readonly accept?: readonly string[]
  /** Effect of deleting the file: the id stays, it is removed, or the deletion is refused. */
  readonly onDelete?: 'keep' | 'clear' | 'restrict'
}

/** Points to files of an upload collection: to one, or to `many`. Otherwise the same as a relationship. */
export const upload = defineFieldType<UploadFieldOptions>()({
  name: 'upload',
  appendsUnique: true,
  options: {
    ...commonOptions,
    to: aText,
    many: aBoolean,
    accept: someMimeTypes,
    onDelete: oneOf('keep', 'clear', 'restrict'),
  },
  schema: () => ({ type: 'string' }),
  expected: () => 'an id',
  storedAs: 'text',
  operators: ({ many }) => (many ? manyTargets : equality),
  many: ({ many }) => many ?? false,
  manifest: ({ to, many, accept, onDelete = 'keep' }) => ({ to, many, accept: accept && [...accept], onDelete }),
  problems: ({ to }) => (to === undefined ? ['`to` is missing'] : []),
  targets: ({ to }) => [to],
  checkTarget: ({ mimeType }, { accept }) => {
    if (!accept || accept.some((allowed) => typeof mimeType === 'string' && matchesType(allowed, mimeType))) return null
    return { code: 'option', path: '', message: `Must be a file of one of these types: ${accept.join(', ')}.` }
  },
  targetsFiles: true,
})
