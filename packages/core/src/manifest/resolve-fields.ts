import type { FieldOptions } from '../contracts/field-options.ts'
import type { FieldDefinition, FieldDefinitions, FieldNode, FieldPart } from '../contracts/field.ts'
import type { Localization } from '../contracts/localization.ts'
import type { PartReading } from '../contracts/condition.ts'
import { mapValues } from '../content/json-object.ts'
import { compileCheck } from '../fields/compile-check.ts'
import { partOperators } from '../fields/operators.ts'

interface FieldContext {
  readonly prefix: string
  readonly localization: Localization | null
  /** The collections whose documents texts may mention by default: those without users. */
  readonly mentionable: readonly string[]
  /** Inside a localized field, everything already belongs to one locale. */
  readonly insideLocalized: boolean
  /** Fields in rows have many values in a document, so they are not sortable. */
  readonly insideRows: boolean
  readonly insideMaintained: boolean
  /** Inside of a field with `showIf`, where fields are not always required. */
  readonly insideConditional: boolean
}

/** Resolves the fields of a collection or global: each gets its path, its form in storage and its compiled checks. */
export function resolveFields(
  definitions: FieldDefinitions,
  localization: Localization | null,
  mentionable: readonly string[],
): readonly FieldNode[] {
  return resolveAt(definitions, {
    prefix: '',
    localization,
    mentionable,
    insideLocalized: false,
    insideRows: false,
    insideMaintained: false,
    insideConditional: false,
  })
}

function resolveAt(definitions: FieldDefinitions, place: FieldContext): readonly FieldNode[] {
  return Object.entries(definitions).map(([name, definition]) => resolveField(name, definition, place))
}

function resolveField(
  name: string,
  { type, options, maintained, onRequest, completes }: FieldDefinition,
  place: FieldContext,
): FieldNode {
  const common: FieldOptions & { readonly [option: string]: unknown } = { ...options }
  const path = place.prefix + name
  const localized = common.localized === true && place.localization !== null && !place.insideLocalized
  const isRows = type.structure !== 'group'
  const isConditional = place.insideConditional || common.admin?.showIf !== undefined
  const isMaintained = place.insideMaintained || maintained === true
  const below: FieldContext = {
    ...place,
    prefix: `${path}.`,
    insideLocalized: place.insideLocalized || localized,
    insideRows: place.insideRows || isRows,
    insideMaintained: isMaintained,
    insideConditional: isConditional,
  }
  const blocks = Object.entries(type.blocks(options) ?? {})
  return Object.freeze({
    name,
    path,
    type,
    structure: type.structure,
    options: common,
    localized,
    many: type.many(options),
    required: common.required === true && !isConditional,
    hidden: common.hidden === true,
    readOnly: type.structure === 'computed' || isMaintained,
    onRequest: onRequest === true,
    completes,
    storedAs: type.storedAs(options),
    operators: type.operators(options),
    sortable: type.sortable(options) && !place.insideRows,
    parts: mapValues(type.parts, (reading) => partOf(reading, !place.insideRows && !type.many(options))),
    targets: type.targets(options),
    mentions: type.mentions ? (type.mentions.collections(options) ?? place.mentionable) : [],
    join: type.join(options),
    fields: resolveAt(type.children(options) ?? {}, below),
    blocks: Object.fromEntries(
      blocks.map(([block, { fields }]) => [block, resolveAt(fields, { ...below, prefix: `${path}.${block}.` })]),
    ),
    check: compileCheck(type, options),
    normalize: (value) => type.normalize(value, options),
    operand: type.operand && ((value) => type.operand?.(value, options)),
  } satisfies FieldNode)
}

function partOf(reading: PartReading, sortable: boolean): FieldPart {
  return { reading, operators: partOperators(reading.gives), sortable }
}
