export type { ComputeArguments, ValidateArguments } from '../contracts/field-options.ts'
export type {
  FieldDefinition,
  FieldDefinitions,
  FieldNode,
  FieldType,
  Typed,
} from '../contracts/field.ts'
export type { Captured } from '../contracts/captured.ts'
export type { NumberReading, TextReading } from '../contracts/condition.ts'
export { equality, order, textSearch } from '../contracts/operators.ts'
export { buildField, type FieldBuilder } from '../fields/build-field.ts'
export { compileSchema } from '../fields/compile-schema.ts'
export type { OrderedConditions, TextConditions } from '../fields/conditions.ts'
export {
  defineFieldType,
  type FieldTypeSpec,
  NO_PROBLEMS,
  type OptionsFor,
  type UnindexedOptionsFor,
} from '../fields/define-field-type.ts'
export { matchesType } from '../fields/mime-types.ts'
export { nearestName } from '../fields/nearest-name.ts'
export {
  commonOptions,
  isLanguageTag,
  type OptionKind,
  type OptionKinds,
  unindexedOptions,
  optionKinds,
} from '../fields/option-kinds.ts'
export { read } from '../fields/readings.ts'
export { treeDepth } from '../fields/relationship.ts'
export { findUnstorable } from '../content/storable.ts'
export { EMAIL } from '../fields/text-forms.ts'
export type { TypesOf } from '../fields/types-of-spec.ts'
export { fieldTypes } from '../fields/index.ts'
