import type { ContentStep, RefuseValue } from '../../contracts/content-spec.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { Localization } from '../../contracts/localization.ts'
import { builtInType, byName, type FieldForm, formOfField, withoutLocales } from './field-form.ts'
import { type FormStep, inside, isSomething, objectsAt, prefixOf, replaceAt, type Way } from './form-walk.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { emptyValue } from '../../content/walk-content.ts'
import { isObject } from '../../content/json-object.ts'
import { gatherLocales, spreadLocales } from './relocalize.ts'
import type { IssueCode } from '../../contracts/errors.ts'

/** `required` doesn't change the form of values. */
const NOT_ASKED = { ofDocuments: false, here: false }

interface Origin {
  readonly table: string
  readonly recorded: readonly FieldForm[]
  readonly localization: Localization | null
}

/** Finds the first field whose values are recorded in another form than today's; outer fields come first. */
export function firstConversion(origin: Origin, fields: readonly FieldNode[]): FormStep | undefined {
  return conversionIn(origin, origin.recorded, fields, [])
}

function conversionIn(
  origin: Origin,
  forms: readonly FieldForm[],
  fields: readonly FieldNode[],
  way: Way,
): FormStep | undefined {
  const named = byName(forms)
  for (const node of fields) {
    const form = named.get(node.name)
    const today = form && formOfField(node, NOT_ASKED)
    if (!form || !today) continue
    if (isOther(form, today)) return conversionStep(origin, form, today, node, way)
    for (const inner of inside(form, way)) {
      const block = inner.way.at(-1)?.block
      const below = block === undefined ? node.fields : node.blocks[block]
      const found = below && conversionIn(origin, inner.fields, below, inner.way)
      if (found) return found
    }
  }
  return undefined
}

/** Whether values must be converted between the two forms. */
export function isOther(form: FieldForm, today: FieldForm): boolean {
  if (form.structure !== today.structure || form.localized !== today.localized || form.many !== today.many) return true
  if (today.structure !== 'value' || (form.type === today.type && form.storedAs === today.storedAs)) return false
  return !(builtInType(today)?.isFreeText && form.storedAs !== undefined && TEXTS.has(form.storedAs))
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'instant', 'day'])

function conversionStep(
  { table, recorded, localization }: Origin,
  from: FieldForm,
  today: FieldForm,
  node: FieldNode,
  way: Way,
): FormStep {
  const { name } = node
  const step: Omit<ContentStep, 'form'> = {
    kind: 'convert',
    description: `convert field ${table}.${prefixOf(way)}${name} from ${wordsFor(from)} to ${wordsFor(today)}`,
    change(content, refuse) {
      let isChanged = false
      for (const object of objectsAt(content, way)) {
        const before = object[name]
        if (before === undefined) continue
        const after = convertField({ from, node, localization, refuse }, before)
        if (JSON.stringify(after) === JSON.stringify(before)) continue
        object[name] = after
        isChanged = true
      }
      return isChanged
    },
  }
  const forms = replaceAt(recorded, way, (fields) => fields.map((form) => (form === from ? become(from, today) : form)))
  return { step, forms }
}

/**
 * The form of a field after its conversion. The contents of groups, rows and text blocks keep their recorded form,
 * except for locales; later steps convert them.
 */
function become(from: FieldForm, today: FieldForm): FieldForm {
  const isText = from.blocks !== undefined && from.type === today.type
  if (from.structure !== today.structure || (today.structure === 'value' && !isText)) return today
  const { localized: _localized, ...form } = from
  return withoutLocales(today.localized ? { ...form, localized: true } : form, today)
}

function wordsFor({ type, structure, storedAs, localized, many, targets }: FieldForm): string {
  const name = storedAs === 'day' ? 'day' : type
  const words = [localized && 'localized', many && structure === 'value' && 'list of', name]
  const to = targets ? ` (${targets.join(' or ')})` : ''
  return words.filter((word) => typeof word === 'string').join(' ') + to
}

export interface Conversion {
  readonly from: FieldForm
  readonly node: FieldNode
  readonly localization: Localization | null
  readonly refuse: RefuseValue
}

/** Converts a field's stored value to its current form. Refuses a lossy conversion, and keeps the value. */
function convertField(conversion: Conversion, value: JsonValue): JsonValue {
  let isLossless = true
  const refuse: RefuseValue = (lost, why) => {
    isLossless = false
    conversion.refuse(lost, why)
  }
  const converted = convertLocales({ ...conversion, refuse }, value)
  return isLossless ? converted : value
}

function convertLocales(conversion: Conversion, value: JsonValue): JsonValue {
  const { from, node, localization } = conversion
  if (!node.localized) return from.localized && isObject(value) ? gather(conversion, value) : plain(conversion, value)
  const isByLocale = isObject(value) && (from.localized || isByLocaleAlready(node, value, localization))
  if (isByLocale) return mapLocales(value, (one) => plain(conversion, one))
  if (!localization || !isSomething(value)) return {}
  return mapLocales(spreadLocales(from, value, localization), (one) => plain(conversion, one))
}

/**
 * Whether a write with today's fields has already stored the new form, before the migration ran (`local` in a data
 * migration).
 */
function isByLocaleAlready(node: FieldNode, value: JsonObject, localization: Localization | null): boolean {
  const keys = Object.keys(value)
  const fields = new Set(node.fields.map(({ name }) => name))
  return (
    node.localized &&
    localization !== null &&
    node.storedAs !== 'json' &&
    keys.every((key) => localization.locales.includes(key) && !fields.has(key))
  )
}

function mapLocales(byLocale: JsonObject, map: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(byLocale).map(([locale, value]) => [locale, value === null ? null : map(value)]),
  )
}

/**
 * Merges all locales into one value. Possible if there is only one, if all are equal, or if the fields inside are
 * localized now.
 */
function gather(conversion: Conversion, byLocale: JsonObject): JsonValue {
  const { from, node, refuse } = conversion
  const given = Object.entries(byLocale).filter(([, value]) => isSomething(value))
  const [first] = given
  if (!first) return emptyValue(node)
  const gathered = gatherLocales(from, node, Object.fromEntries(given))
  if (gathered !== undefined) return plain(conversion, gathered)
  refuse(byLocale, 'has translations that differ')
  return byLocale
}

function plain(conversion: Conversion, value: JsonValue): JsonValue {
  const { from, node, refuse } = conversion
  // Later steps convert the contents of groups and rows.
  if (from.structure === node.structure && node.structure !== 'value') return value
  if (!isSomething(value)) return emptyPlain(node)
  if (from.structure !== 'value' || node.structure !== 'value') {
    refuse(value, `cannot become ${nameOfNode(node)}`)
    return value
  }
  const elements = Array.isArray(value) && (from.many || (node.many && from.storedAs !== 'json')) ? value : [value]
  const converted = elements.map((one) => {
    const next = convertValue(from, node, one)
    if (next === undefined) refuse(one, `cannot become ${nameOfNode(node)}`)
    return next ?? null
  })
  if (node.many) return converted.filter((one) => one !== null)
  if (converted.length > 1) refuse(value, 'is more than one value')
  return converted[0] ?? null
}

function emptyPlain(node: FieldNode): JsonValue {
  return emptyValue({ ...node, localized: false })
}

function nameOfNode({ type, storedAs }: FieldNode): string {
  return storedAs === 'day' ? 'a day' : `${/^[aeiou]/.test(type.name) ? 'an' : 'a'} ${type.name}`
}

/** Limits only apply to writes: reads show older values as they are (manifest/read-schema.ts). */
const LIMITS: ReadonlySet<IssueCode> = new Set(['min', 'max', 'min_length', 'max_length', 'pattern'])

/**
 * Converts one value (one element, with `many`) to the field's current form; undefined if that would lose information.
 * A value in the current form stays as it is.
 */
function convertValue(from: FieldForm, node: FieldNode, value: JsonValue): JsonValue | undefined {
  if (!isSomething(value)) return fits(node, value) ? value : null
  const candidates = [value, retyped(from, node, value)]
  const found = candidates.find((one) => one !== undefined && fits(node, one))
  return found === undefined ? undefined : node.normalize(found)
}

function fits(node: FieldNode, value: JsonValue): boolean {
  return value !== null && node.check(value).every(({ code }) => LIMITS.has(code))
}

/** Converts to another type, if the conversion is unique and reversible. */
function retyped(from: FieldForm, node: FieldNode, value: JsonValue): JsonValue | undefined {
  // In JSON, a number and a text are distinct values, so nothing is converted unless the type says how.
  if (from.storedAs === 'json') return node.targets.length > 0 ? undefined : builtInType(from)?.asText(value)
  if (node.targets.length > 0 || from.targets) return retargeted(from, node, value)
  const made = typeof value === 'string' ? node.type.fromText(value, node.options) : undefined
  if (made !== undefined) return made
  switch (node.storedAs) {
    case 'text':
      return asText(value)
    case 'day':
      return typeof value === 'string' ? dayOf(value) : undefined
    case 'number':
      return typeof value === 'string' && String(Number(value)) === value ? Number(value) : undefined
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : undefined
    default:
      return undefined
  }
}

function asText(value: JsonValue): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The day of an instant at midnight UTC. */
function dayOf(value: string): string | undefined {
  return value.endsWith('T00:00:00.000Z') ? value.slice(0, -'T00:00:00.000Z'.length) : undefined
}

/** Converts between references to one collection (an id) and polymorphic references (with `relationTo`). */
function retargeted(from: FieldForm, node: FieldNode, value: JsonValue): JsonValue | undefined {
  const [only] = from.targets ?? []
  if (typeof value === 'string')
    return only === undefined || from.storedAs === 'pair' ? undefined : { relationTo: only, value }
  if (!isObject(value) || node.storedAs !== 'text') return undefined
  const { relationTo, value: id }: JsonObject = value
  return relationTo === node.targets[0] ? id : undefined
}
