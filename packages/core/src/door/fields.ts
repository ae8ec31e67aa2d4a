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
export { checkbox } from '../fields/checkbox.ts'
export { compileSchema } from '../fields/compile-schema.ts'
export type { OrderedConditions, TextConditions } from '../fields/conditions.ts'
export {
  defineFieldType,
  type FieldTypeSpec,
  NO_PROBLEMS,
  type OptionsFor,
  type UnindexedOptionsFor,
} from '../fields/define-field-type.ts'
export { email } from '../fields/email.ts'
export { group } from '../fields/group.ts'
export { json } from '../fields/json.ts'
export { matchesType } from '../fields/mime-types.ts'
export { nearestName } from '../fields/nearest-name.ts'
export { number } from '../fields/number.ts'
export { listMembership } from '../fields/operators.ts'
export {
  aBoolean,
  aCount,
  aFunction,
  aListOfFunctions,
  aNumber,
  anObject,
  aText,
  commonOptions,
  isLanguageTag,
  oneOf,
  type OptionKind,
  type OptionKinds,
  unindexedOptions,
} from '../fields/option-kinds.ts'
export { read } from '../fields/readings.ts'
export { relationship, treeDepth } from '../fields/relationship.ts'
export { findUnstorable } from '../fields/storable-value.ts'
export { EMAIL } from '../fields/text-forms.ts'
export { text } from '../fields/text.ts'
export type { TypesOf } from '../fields/types-of-spec.ts'
