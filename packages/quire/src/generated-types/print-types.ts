import { type FieldDefinition, OPERANDS, OPERATOR_TABLE, type Operator, partOperators } from '@quirecms/core'
import { memberName, printSchema } from './print-schema.ts'

/**
 * Types of custom field types (`FieldTypes`), from their schema and operators: programs that read this file lack the
 * plugin.
 */
export function printTypes({ type, options }: FieldDefinition, indent: string): string {
  const value = printSchema(type.schema(options), indent)
  const parts = Object.entries(type.parts).map(
    ([name, { gives }]) => `readonly ${memberName(name)}: ${printConditions(partOperators(gives), kindOf(gives))}`,
  )
  return [
    `{ readonly value: ${value}`,
    `readonly where: ${printConditions(type.operators(options), value)}`,
    `readonly parts: { ${parts.join('; ')} }`,
    `readonly sortable: ${type.sortable(options)} }`,
  ].join('; ')
}

function kindOf(gives: 'text' | 'number'): string {
  return gives === 'text' ? 'string' : 'number'
}

function printConditions(operators: readonly Operator[], value: string): string {
  const members = operators.map((name) => `${name}?: ${OPERANDS[OPERATOR_TABLE[name].takes].print(value)}`)
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}
