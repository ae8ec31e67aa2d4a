/**
 * First part of the reference page's script: elements, references and schemas. Text of the OpenAPI document becomes
 * text nodes and attributes only, never markup, because labels come from the application. The script has no template
 * literals, because it is inside one.
 */
export const SCHEMA_SCRIPT = String.raw`
'use strict'
const byId = (id) => document.getElementById(id)
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
let api = {}
let root = ''

/** An element with attributes and children; strings become text. Handlers are attributes that start with "on". */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null))
  return element
}

/** Text in which \x60names\x60 stand as code. */
const prose = (text) => String(text).split('\x60').map((part, i) => (i % 2 ? h('code', {}, part) : part))

/** A disclosure whose content is made when it is first opened: descriptions are deep, and refer to themselves. */
function disclosure(attributes, summary, content, open) {
  const element = h('details', attributes, summary)
  const fill = () => {
    if (element.childElementCount === 1) element.append(content())
  }
  element.addEventListener('toggle', () => element.open && fill())
  if (open) {
    fill()
    element.open = true
  }
  return element
}

function resolve(value) {
  let target = value
  while (target && typeof target.$ref === 'string') {
    target = target.$ref.slice(2).split('/').reduce((at, key) => at && at[key.replace(/~1/g, '/').replace(/~0/g, '~')], api)
  }
  return target || {}
}

const nameOf = (schema) => (schema.$ref ? schema.$ref.split('/').pop() : undefined)
const variantsOf = (schema) => (schema.oneOf || schema.anyOf || []).filter((one) => one.type !== 'null' && isShape(one))
/** Variants that only add a condition (which keys are required) are no types of their own. */
const isShape = (schema) => ['$ref', 'type', 'properties', 'enum', 'const', 'items'].some((key) => key in schema)

function kindOf(schema) {
  const name = nameOf(schema)
  if (name) return name
  if ('const' in schema) return JSON.stringify(schema.const)
  const alternatives = (schema.oneOf || schema.anyOf || []).filter(isShape)
  if (alternatives.length > 0 && !schema.type) return [...new Set(alternatives.map(kindOf))].join(' or ')
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' or ')
  const types = [schema.type || (schema.properties ? 'object' : [])].flat()
  if (types.length === 0) return schema.allOf ? schema.allOf.map(kindOf).join(' and ') : 'any JSON value'
  return types.map((type) => (type === 'array' && schema.items ? 'list of ' + kindOf(schema.items) : type)).join(' or ')
}

const LIMITS = {
  minLength: (v) => 'at least ' + v + ' characters', maxLength: (v) => 'at most ' + v + ' characters',
  minimum: (v) => 'at least ' + v, maximum: (v) => 'at most ' + v, minItems: (v) => 'at least ' + v + ' entries',
  maxItems: (v) => 'at most ' + v + ' entries', pattern: (v) => 'matches ' + v, default: (v) => 'default ' + JSON.stringify(v),
}

const formatsOf = (schema) => [schema.format, ...(schema.anyOf || []).map((one) => one.format)].filter(Boolean)

function limitsOf(schema) {
  const limits = Object.entries(LIMITS).filter(([keyword]) => keyword in schema).map(([keyword, say]) => say(schema[keyword]))
  const said = [formatsOf(schema).join(' or '), ...limits].filter(Boolean)
  return said.length > 0 ? h('div', { class: 'limits' }, said.join(' \u00b7 ')) : undefined
}

/** What can be looked into: the members of an object, of the entries of a list, of each variant. Undefined for plain values. */
function inside(schema) {
  const target = resolve(schema)
  const variants = variantsOf(target)
  if (variants.length > 0) {
    if (!variants.some((one) => inside(one))) return undefined
    if (variants.length === 1) return inside(variants[0])
    return () => h('div', {}, variants.map((one) => nested(one, kindOf(one)) || h('div', { class: 'kind' }, kindOf(one))))
  }
  if (target.items) return inside(target.items)
  const members = Object.entries(target.properties || {})
  const other = target.additionalProperties
  const parts = (target.allOf || []).map(inside).filter(Boolean)
  if (members.length === 0 && typeof other !== 'object' && parts.length === 0) return undefined
  return () => h('div', {},
    h('ul', { class: 'members' },
      members.map(([key, member]) => memberView(key, member, (target.required || []).includes(key))),
      typeof other === 'object' ? memberView('\u2026', other, false) : undefined),
    parts.map((part) => part()))
}

function nested(schema, title) {
  const content = inside(schema)
  return content && disclosure({ class: 'inner' }, h('summary', {}, title), content)
}

function memberView(key, member, isRequired) {
  const target = resolve(member)
  const note = member.description || (member.$ref ? undefined : target.description)
  return h('li', {},
    h('div', { class: 'head' },
      h('code', { class: 'key' }, key),
      h('span', { class: 'kind' }, kindOf(member)),
      isRequired ? h('span', { class: 'flag required' }, 'required') : undefined,
      target.readOnly ? h('span', { class: 'flag' }, 'read only') : undefined),
    note || member.title ? h('p', { class: 'note' }, prose([member.title, note].filter(Boolean).join(': '))) : undefined,
    limitsOf(target),
    nested(member, 'Members'))
}

function schemaView(schema) {
  const target = resolve(schema)
  const content = inside(schema)
  return h('div', {},
    h('div', { class: 'kind' }, kindOf(schema)),
    target.description ? h('p', { class: 'note' }, prose(target.description)) : undefined,
    limitsOf(target),
    content ? content() : undefined)
}
`
