import type { JsonSchema } from '@quirecms/core'

const NAME = /^[A-Za-z_$][\w$]*$/

/** TypeScript name of a component: `PostsDocument.sections.quote` becomes `PostsDocument_sections_quote`. */
export function typeName(component: string): string {
  return component.replaceAll(/[^A-Za-z0-9_$]/g, '_')
}

export function memberName(name: string): string {
  return NAME.test(name) ? name : JSON.stringify(name)
}

/**
 * A JSON Schema as a TypeScript type. What types can't say, such as lengths and patterns, is left out.
 *
 * @example
 * printSchema({ type: ['string', 'null'], enum: ['a', null] }) // "a" | null
 */
export function printSchema(schema: unknown, indent = ''): string {
  if (typeof schema !== 'object' || schema === null) return 'unknown'
  const one = schema as JsonSchema
  if (typeof one['$ref'] === 'string') return typeName(one['$ref'].split('/').at(-1) ?? '')
  if ('const' in one) return JSON.stringify(one['const'])
  if (Array.isArray(one['enum'])) return union(one['enum'].map((value) => JSON.stringify(value)))
  const parts = [...alternatives(one, indent), ...typesOf(one).map((type) => printType(type, one, indent))]
  return parts.length === 0 ? 'unknown' : union(parts)
}

/** Members of `anyOf` or `oneOf`, unless they only add constraints. */
function alternatives({ anyOf, oneOf, type, properties }: JsonSchema, indent: string): string[] {
  const given = oneOf ?? anyOf
  if (!Array.isArray(given) || properties !== undefined || (type !== undefined && type !== 'object')) return []
  return given.map((one) => printSchema(one, indent))
}

function typesOf({ type, anyOf, oneOf, properties }: JsonSchema): string[] {
  const isUnion = (anyOf !== undefined || oneOf !== undefined) && properties === undefined
  if (type === undefined || (type === 'object' && isUnion)) return []
  return ([type].flat() as string[]).filter((one) => !(one === 'object' && isUnion))
}

function printType(type: string, schema: JsonSchema, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return printList(schema, indent)
    default:
      return printObject(schema, indent)
  }
}

function printList({ items, prefixItems }: JsonSchema, indent: string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => printSchema(one, indent)).join(', ')}]`
  const item = printSchema(items, indent)
  return /^[\w$]+$/.test(item) ? `${item}[]` : `(${item})[]`
}

function printObject(schema: JsonSchema, indent: string): string {
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
    readonly additionalProperties?: unknown
  }
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, member]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${comment(member, inner)}${inner}${memberName(name)}${mark}: ${printSchema(member, inner)}`
  })
  const rest = additionalProperties === true || typeof additionalProperties === 'object'
  if (rest) {
    const values = [printSchema(additionalProperties, inner), ...(members.length > 0 ? ['undefined'] : [])]
    members.push(`${inner}[name: string]: ${union(values)}`)
  }
  return members.length === 0 ? 'Record<string, unknown>' : `{\n${members.join('\n')}\n${indent}}`
}

export function comment(schema: JsonSchema, indent: string): string {
  const { description } = schema
  return typeof description === 'string' ? `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n` : ''
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)]
  return different.includes('unknown') ? 'unknown' : different.join(' | ')
}
