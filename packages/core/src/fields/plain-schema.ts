type Check = (value: unknown) => boolean

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string'
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0
const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length

const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'type',
    (value) => TYPES.has(value) || (isListOfTexts(value) && value.length > 0 && value.every((one) => TYPES.has(one))),
  ],
  ['properties', (value) => isObject(value) && Object.values(value).every(isPlainSchema)],
  ['required', isListOfTexts],
  ['additionalProperties', isPlainSchema],
  ['items', isPlainSchema],
  ['enum', Array.isArray],
  ['const', () => true],
  ['default', () => true],
  ...['title', 'description', 'format'].map((name): [string, Check] => [name, isText]),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name): [string, Check] => [
    name,
    Number.isFinite,
  ]),
  ...['minLength', 'maxLength', 'minItems', 'maxItems'].map((name): [string, Check] => [name, isCount]),
])

/**
 * Whether a JSON Schema uses only common keywords with valid values. Such a schema needs no check against the
 * meta-schema, whose compilation takes longer than the start of a service. False means unknown, not invalid.
 */
export function isPlainSchema(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true
  return isObject(schema) && Object.entries(schema).every(([name, value]) => KEYWORDS.get(name)?.(value) ?? false)
}
