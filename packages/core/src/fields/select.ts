import type { LocalizedText } from '../contracts/localization.ts'
import { equality } from '../contracts/operators.ts'
import { isObject } from '../content/json-object.ts'
import { defineFieldType, type OptionsFor } from './define-field-type.ts'
import { listMembership } from './operators.ts'
import { aBoolean, aLocalizedText, commonOptions, type OptionKind } from './option-kinds.ts'

export type SelectOption = string | { readonly label: LocalizedText; readonly value: string }

export interface SelectOptions extends OptionsFor<string | readonly string[]> {
  readonly options: readonly SelectOption[]
  readonly many?: boolean
}

const aListOfOptions: OptionKind = (value) => {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of at least one option'
  for (const option of value as unknown[]) {
    const text: unknown = isObject(option) ? option['value'] : option
    const label: unknown = isObject(option) ? option['label'] : 'given'
    if (typeof text !== 'string' || text === '' || (typeof label !== 'string' && !isObject(label)))
      return 'must contain only texts or { label, value }'
    const wrong = aLocalizedText(label)
    if (wrong !== null) return `has a \`label\` for '${text}' that ${wrong}`
  }
  return null
}

export const select = defineFieldType<SelectOptions, string>()({
  name: 'select',
  appendsUnique: true,
  options: { ...commonOptions, options: aListOfOptions, many: aBoolean },
  schema: ({ options }) => ({ type: 'string', enum: options.map(valueOf) }),
  storedAs: 'text',
  operators: ({ many }) => (many ? listMembership : equality),
  many: ({ many }) => many ?? false,
  manifest: ({ options, many }) => ({
    options: options.map((option) => (typeof option === 'string' ? { label: option, value: option } : { ...option })),
    many,
  }),
  problems: ({ options }) => {
    if (options === undefined) return ['`options` is missing']
    const values = options.map(valueOf)
    const twice = values.find((value, index) => values.indexOf(value) !== index)
    return twice === undefined ? [] : [`\`options\` has '${twice}' twice`]
  },
})

function valueOf(option: SelectOption): string {
  return typeof option === 'string' ? option : option.value
}
