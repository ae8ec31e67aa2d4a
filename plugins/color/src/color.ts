import {
  buildField,
  commonOptions,
  defineFieldType,
  equality,
  NO_PROBLEMS,
  type OptionKind,
  optionKinds,
  type OptionsFor,
} from 'quirecms/plugin'
import { blue, green, lightness, red } from './channels.ts'

export interface ColorOptions extends OptionsFor<string | readonly string[]> {
  /** Colours that the admin app offers; editors can enter others, too. */
  readonly swatches?: readonly string[]
  readonly many?: boolean
}

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

const someColors: OptionKind = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && HEX.test(one))
    ? null
    : "must be a list of colours such as ['#ff8800']"

const colorType = defineFieldType<ColorOptions, string>()({
  name: 'color',
  options: { ...commonOptions, swatches: someColors, many: optionKinds.boolean },
  schema: () => ({ type: 'string', pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$', maxLength: 7 }),
  checksItself: true,
  expected: () => 'a colour such as #ff8800',
  check: (value) =>
    HEX.test(value) ? NO_PROBLEMS : [{ code: 'format', path: '', message: 'Must be a colour such as #ff8800.' }],
  normalize: normalized,
  storedAs: 'text',
  operators: equality,
  operand: (value) => (typeof value === 'string' && HEX.test(value) ? normalized(value) : undefined),
  parts: { red, green, blue, lightness },
  many: ({ many }) => many ?? false,
  manifest: ({ swatches, many }) => ({ swatches: swatches?.map(normalized), many }),
  admin: new URL(import.meta.resolve('@quirecms/color/admin')),
})

/**
 * A colour, such as `#ff8800`. `#F80` is the same, and stored as `#ff8800`. Queries can compare the colour and its
 * parts: `red`, `green` and `blue` from 0 to 255, and `lightness` from 0 (black) to 1 (white).
 *
 * @example
 * const fields = { accent: color({ required: true, swatches: ['#ff8800', '#0066cc'] }) }
 * // { where: { 'accent.lightness': { greater_than: 0.5 } }, sort: '-accent.lightness' }
 */
export const color = buildField<ColorOptions>()(colorType)

/** Normalizes to six lowercase digits. */
function normalized(value: string): string {
  const digits = value.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}
