import type { FieldOptions } from '../contracts/field-options.ts'
import { isObject } from '../content/json-object.ts'
import { wrongForm } from '../content/show-if.ts'
import { notAnOption } from './nearest-name.ts'

/**
 * Says what is wrong with an option's value, in words that follow its name (`must be a number`); null if nothing is.
 */
export type OptionKind = (value: unknown) => string | null

/** One kind for each option, so that every option of a type is checked. */
export type OptionKinds<Options> = { readonly [Name in keyof Options]-?: OptionKind }

export const aBoolean: OptionKind = (value) => (typeof value === 'boolean' ? null : 'must be true or false')

const aBooleanOrFunction: OptionKind = (value) =>
  typeof value === 'function' ? null : aBoolean(value) && 'must be true, false or a function'

export const aNumber: OptionKind = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? null : 'must be a finite number'

export const aCount: OptionKind = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? null : 'must be a whole number, 0 or more'

export const aText: OptionKind = (value) =>
  typeof value === 'string' && value !== '' ? null : 'must be a text that is not empty'

/** A text, or texts by language: at least one, because the reader's language may be missing. */
export const aLocalizedText: OptionKind = (value) => {
  if (!isObject(value))
    return aText(value) && "must be a text that is not empty, or one for each language: { en: '…', de: '…' }"
  const entries = Object.entries(value)
  if (entries.length === 0) return 'must have a text in at least one language'
  for (const [language, text] of entries) {
    if (!isLanguageTag(language))
      return `has "${language}", which is not a language tag such as 'en' or 'pt-BR': correct it`
    const wrong = aText(text)
    if (wrong !== null) return `${wrong} in "${language}"`
  }
  return null
}

/** BCP 47 language tags, as in browsers: `en`, `pt-BR`, `zh-Hant`. */
export function isLanguageTag(tag: string): boolean {
  try {
    // Words such as `english` are well-formed, but no language.
    return /^[a-z]{2,3}(?:-|$)/.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}

export const aFunction: OptionKind = (value) => (typeof value === 'function' ? null : 'must be a function')

export const anything: OptionKind = () => null

export const anObject: OptionKind = (value) => (isObject(value) ? null : 'must be an object')

export function oneOf(...allowed: readonly string[]): OptionKind {
  return (value) =>
    allowed.includes(value as string) ? null : `must be ${allowed.map((name) => `'${name}'`).join(' or ')}`
}

/** An object whose members are optional and of these kinds; refuses other members. */
export function anObjectOf(kinds: Readonly<Record<string, OptionKind>>): OptionKind {
  return (value) => {
    if (!isObject(value)) return 'must be an object'
    const problems = optionProblems(value, kinds)
    return problems.length > 0 ? `is wrong: ${problems.join(', ')}` : null
  }
}

export const aListOfFunctions: OptionKind = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'function') ? null : 'must be a list of functions'

/** Checks the members that the admin app uses. Other members are not checked. */
const aFieldPresentation: OptionKind = (value) => {
  if (!isObject(value)) return 'must be an object'
  for (const name of ['placeholder', 'tab']) {
    const wrong = value[name] === undefined ? null : aLocalizedText(value[name])
    if (wrong !== null) return `is wrong: \`${name}\` ${wrong}`
  }
  if (value['condition'] !== undefined)
    return 'is wrong: `condition` is called `showIf`, and asks as queries do: { kind: { equals: … } }'
  const wrong = value['showIf'] === undefined ? null : wrongForm(value['showIf'])
  return wrong === null ? null : `is wrong: \`showIf\` ${wrong}`
}

/** The options that every stored field takes (docs/contract/configuration.md#field-options). */
export const commonOptions: OptionKinds<FieldOptions> = {
  required: aBooleanOrFunction,
  unique: aBoolean,
  index: aBoolean,
  localized: aBoolean,
  // `config/check-default.ts` checks it, with the field's own check.
  default: anything,
  validate: aFunction,
  access: anObjectOf({ read: aFunction, create: aFunction, update: aFunction }),
  hooks: anObjectOf({
    beforeValidate: aListOfFunctions,
    beforeChange: aListOfFunctions,
    afterRead: aListOfFunctions,
  }),
  hidden: aBoolean,
  renamedFrom: aText,
  label: aLocalizedText,
  description: aLocalizedText,
  admin: aFieldPresentation,
}

const { unique: _unique, index: _index, ...withoutIndex } = commonOptions

/** The options of fields that no index can hold, because they don't have exactly one scalar in each document. */
export const unindexedOptions: OptionKinds<Omit<FieldOptions, 'unique' | 'index'>> = withoutIndex

/** Unknown options and options of the wrong kind, as sentences. An undefined option counts as not given. */
export function optionProblems(options: object, kinds: Readonly<Record<string, OptionKind>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) return [`\`${name}\` ${notAnOption(name, Object.keys(kinds))}`]
    const wrong = value === undefined ? null : kind(value)
    return wrong === null ? [] : [`\`${name}\` ${wrong}`]
  })
}

/** The kinds of options, for field types of plugins. */
export const optionKinds = {
  boolean: aBoolean,
  /** A whole number, 0 or more. */
  count: aCount,
  function: aFunction,
  functions: aListOfFunctions,
  /** A finite number. */
  number: aNumber,
  object: anObject,
  /** A text that is not empty. */
  text: aText,
  oneOf,
}
