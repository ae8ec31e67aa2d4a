import type * as AjvModule from 'ajv/dist/2020.js'
import type Formats from 'ajv-formats'
import { counted } from '../contracts/answer-schemas.ts'
import type { IssueCode, ValueProblem } from '../contracts/errors.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { NO_PROBLEMS } from './define-field-type.ts'
import { issueWords } from './issue-words.ts'
import { loadWhenNeeded } from './load-when-needed.ts'
import { EMAIL } from './text-forms.ts'
import { onceFor } from '../content/once-for.ts'

export type CompiledCheck = (value: unknown) => readonly ValueProblem[]

const MOST_PROBLEMS = 100

let validator: AjvModule.Ajv2020 | undefined

/** Created when the first schema is compiled: reads need no validator, so the service starts faster. */
function ajv(): AjvModule.Ajv2020 {
  validator ??= makeValidator()
  return validator
}

function makeValidator(): AjvModule.Ajv2020 {
  const { Ajv2020 } = loadWhenNeeded('ajv/dist/2020.js') as typeof AjvModule
  const { default: addFormats } = loadWhenNeeded('ajv-formats') as typeof Formats
  const made = new Ajv2020({
    allErrors: true,
    strictNumbers: true,
    // Unknown keywords and formats are mistakes; the rest of strict mode is about style.
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // The schemas of field types are known to be valid, and compiling the meta-schema takes longer than all of them:
    // see `findSchemaMistakes`.
    validateSchema: false,
    logger: false,
  })
  addFormats(made)
  // The admin app validates with the same expression while the user types.
  made.addFormat('email', EMAIL)
  // The `url` expression of ajv-formats takes quadratic time.
  made.addFormat('url', (text: string) => WEB_URL.test(text) && URL.canParse(text))
  return made
}

const WEB_URL = /^(?:https?|ftp):\/\//i

const compiledByText = new Map<string, CompiledCheck>()

/**
 * Compiles a JSON Schema (2020-12) into a check that reports everything that is wrong, as the issues of
 * docs/contract/errors.md#issues. Throws if the schema itself can't be used. The same schema is compiled only once.
 *
 * @example
 * const check = compileSchema({ type: 'object', required: ['ids'], properties: { ids: { type: 'array' } } })
 * check({}) // [{ code: 'required', path: 'ids', message: 'Is required.' }]
 */
export const compileSchema = onceFor((schema: JsonSchema): CompiledCheck => {
  const text = JSON.stringify(schema)
  const check = compiledByText.get(text) ?? compile(schema)
  compiledByText.set(text, check)
  return check
})

function compile(schema: JsonSchema): CompiledCheck {
  const used = withGuardedPattern(schema)
  const validate = ajv().compile(used)
  // Ajv would refuse a second schema with the same `$id`, but two fields may have the same one.
  ajv().removeSchema(used)
  return (value) => (validate(value) ? NO_PROBLEMS : toProblems(validate.errors ?? []))
}

/**
 * Texts that are too long, but shorter than this, are still matched against the pattern, to report all problems at
 * once.
 */
const LONGEST_FOR_PATTERNS = 2_000

/** Skips the pattern for texts that are far too long: an application's pattern may be slow. */
function withGuardedPattern(schema: JsonSchema): JsonSchema {
  const { pattern, maxLength, ...rest } = schema
  if (pattern === undefined || typeof maxLength !== 'number' || schema['if'] !== undefined) return schema
  return { ...rest, maxLength, if: { minLength: Math.max(maxLength, LONGEST_FOR_PATTERNS) + 1 }, else: { pattern } }
}

/** Describes the mistakes of an application's schema; null if it can be used. */
export function findSchemaMistakes(schema: JsonSchema): string | null {
  try {
    // Ajv's types allow for a promise, but only an asynchronous meta-schema would return one.
    if (!isPlainSchema(schema) && ajv().validateSchema(schema) !== true)
      return ajv().errorsText(ajv().errors, { dataVar: 'schema' })
    compileSchema(schema)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function toProblems(errors: readonly AjvModule.ErrorObject[]): ValueProblem[] {
  const wrongTypes = new Set(errors.filter(({ keyword }) => keyword === 'type').map(toPath))
  return (
    errors
      // `if` only says that `then` or `else` failed, which report themselves. After a wrong type, nothing else matters.
      .filter((error) => error.keyword !== 'if' && (error.keyword === 'type' || !wrongTypes.has(toPath(error))))
      .slice(0, MOST_PROBLEMS)
      .map((error) => ({
        code: CODES[error.keyword] ?? 'custom',
        path: toPath(error),
        message: toMessage(error),
      }))
  )
}

const CODES: Readonly<Record<string, IssueCode>> = {
  type: 'type',
  required: 'required',
  dependentRequired: 'required',
  additionalProperties: 'unknown_field',
  unevaluatedProperties: 'unknown_field',
  minimum: 'min',
  exclusiveMinimum: 'min',
  maximum: 'max',
  exclusiveMaximum: 'max',
  minLength: 'min_length',
  maxLength: 'max_length',
  minItems: 'min_rows',
  maxItems: 'max_rows',
  uniqueItems: 'unique',
  pattern: 'pattern',
  format: 'format',
  enum: 'option',
  const: 'option',
}

/** The dotted path of an error: the value, plus the member that is missing, unknown or duplicate. */
function toPath({ instancePath, params, keyword }: AjvModule.ErrorObject): string {
  const member: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  const segments = instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (typeof member === 'string') segments.push(member)
  if (keyword === 'uniqueItems') segments.push(String(Math.max(Number(params['i']), Number(params['j']))))
  return segments.join('.')
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  uuid: 'an id',
  uri: 'a URL',
  date: 'a day, such as 2026-01-31',
  'date-time': 'a date with a time, such as 2026-01-31T09:30:00Z',
}

function toMessage({ keyword, params, message }: AjvModule.ErrorObject): string {
  const limit = String(params['limit'])
  switch (keyword) {
    case 'type': {
      const types: readonly string[] = [params['type']].flat().map(String)
      return `Must be ${types.map((type) => TYPE_WORDS[type] ?? type).join(' or ')}.`
    }
    case 'required':
    case 'dependentRequired':
      return issueWords.required
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'There is no field with this name.'
    case 'minimum':
      return issueWords.min(limit)
    case 'maximum':
      return issueWords.max(limit)
    case 'exclusiveMinimum':
      return `Must be more than ${limit}.`
    case 'exclusiveMaximum':
      return `Must be less than ${limit}.`
    case 'minLength':
      return issueWords.minLength(Number(limit))
    case 'maxLength':
      return issueWords.maxLength(Number(limit))
    case 'minItems':
      return `Must have at least ${counted(Number(limit), 'entry', 'entries')}.`
    case 'maxItems':
      return `Must have at most ${counted(Number(limit), 'entry', 'entries')}.`
    case 'uniqueItems':
      return 'This value is already in the list.'
    case 'pattern':
      return issueWords.pattern(String(params['pattern']))
    case 'format':
      if (params['format'] === 'email') return issueWords.email
      return `Must be ${FORMAT_WORDS[String(params['format'])] ?? `a valid ${String(params['format'])}`}.`
    case 'enum':
      return `Must be one of: ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}.`
    case 'const':
      return `Must be ${JSON.stringify(params['allowedValue'])}.`
    default:
      return `${(message ?? 'is not valid').replace(/^./u, (first) => first.toUpperCase())}.`
  }
}

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
