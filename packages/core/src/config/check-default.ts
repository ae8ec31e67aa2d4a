import type { ValueProblem } from '../contracts/errors.ts'
import type { FieldDefinition, FieldDefinitions } from '../contracts/field.ts'
import type { JsonValue } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import { eachTextBlock } from '../content/walk-content.ts'
import { compileCheck } from '../fields/compile-check.ts'

/**
 * Finds what is wrong with a static default: it must be a value that the field would accept from a client. Functions
 * are called for each new document, and their values are checked then, like input.
 */
export function checkDefault(field: FieldDefinition, value: unknown): readonly ValueProblem[] {
  if (value === undefined || value === null) return []
  switch (field.type.structure) {
    case 'value':
      return [...checkValue(field, value), ...checkBlocks(field, value)]
    case 'group':
      return isObject(value)
        ? checkObject(field.type.children(field.options) ?? {}, value, [])
        : [wrongType('an object')]
    case 'rows':
    case 'blocks':
      return Array.isArray(value) ? inEach(value, (row) => checkRow(field, row)) : [wrongType('a list of rows')]
    case 'computed':
      return [wrongType('left out: the field is computed')]
  }
}

function checkValue({ type, options }: FieldDefinition, value: unknown): readonly ValueProblem[] {
  const check = compileCheck(type, options)
  if (!type.many(options)) return check(value as JsonValue)
  return Array.isArray(value) ? inEach(value, (item) => check(item as JsonValue)) : [wrongType('a list')]
}

function checkBlocks({ type, options }: FieldDefinition, value: unknown): readonly ValueProblem[] {
  const blocks = type.blocks(options)
  if (!blocks) return []
  const problems: ValueProblem[] = []
  eachTextBlock(value as JsonValue, ({ blockType, data = {} }, path) => {
    const block = typeof blockType === 'string' && Object.hasOwn(blocks, blockType) ? blocks[blockType] : undefined
    if (!block) problems.push(unknownBlock(blocks, path))
    else if (isObject(data)) problems.push(...prefix(`${path}.data`, checkObject(block.fields, data, [])))
  })
  return problems
}

function unknownBlock(blocks: object, path: string): ValueProblem {
  const at = path === '' ? 'blockType' : `${path}.blockType`
  return { code: 'option', path: at, message: `Must be one of: ${Object.keys(blocks).join(', ')}.` }
}

function checkRow({ type, options }: FieldDefinition, row: unknown): readonly ValueProblem[] {
  if (!isObject(row)) return [wrongType('an object')]
  const blocks = type.blocks(options)
  if (!blocks) return checkObject(type.children(options) ?? {}, row, ['id'])
  const name = row['blockType']
  const block = typeof name === 'string' && Object.hasOwn(blocks, name) ? blocks[name] : undefined
  if (!block) return [unknownBlock(blocks, '')]
  return checkObject(block.fields, row, ['id', 'blockType'])
}

function checkObject(
  fields: FieldDefinitions,
  object: Record<string, unknown>,
  also: readonly string[],
): readonly ValueProblem[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (also.includes(name)) return []
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) return [{ code: 'unknown_field', path: name, message: 'There is no field with this name.' } as const]
    return prefix(name, checkDefault(field, value))
  })
}

function inEach(items: readonly unknown[], check: (item: unknown) => readonly ValueProblem[]): ValueProblem[] {
  return items.flatMap((item, index) => prefix(String(index), check(item)))
}

function prefix(name: string, problems: readonly ValueProblem[]): ValueProblem[] {
  return problems.map((problem) => ({ ...problem, path: problem.path === '' ? name : `${name}.${problem.path}` }))
}

function wrongType(expected: string): ValueProblem {
  return { code: 'type', path: '', message: `Must be ${expected}.` }
}
