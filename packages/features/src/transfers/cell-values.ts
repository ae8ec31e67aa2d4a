import { type FieldNode, isObject, type Issue, type JsonValue, parseStrictObject } from '@quirecms/core/feature'

export type CellProblem = Pick<Issue, 'code' | 'message'>

export type CellValue = { readonly value: JsonValue } | { readonly problem: CellProblem }

type Kind = 'text' | 'number' | 'boolean' | 'reference' | 'json'

/** How a field's values are written in a cell. Everything except texts, numbers and booleans is JSON. */
function kindOf({ structure, type, options, targets }: FieldNode): Kind {
  if (structure !== 'value') return 'json'
  if (targets.length > 0 && type.storedAs(options) === 'pair') return 'reference'
  const said = type.schema(options)['type']
  if (said === 'string') return 'text'
  if (said === 'number' || said === 'integer') return 'number'
  return said === 'boolean' ? 'boolean' : 'json'
}

export function cellOf(node: FieldNode | null, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (!node) return typeof value === 'string' ? value : JSON.stringify(value)
  const kind = kindOf(node)
  if (!node.many || node.structure !== 'value') return oneCell(kind, value)
  if (!Array.isArray(value) || kind === 'json') return JSON.stringify(value)
  const cells = value.map((one) => oneCell(kind, one))
  return cells.every((cell) => isPlain(cell)) ? cells.join(', ') : JSON.stringify(value)
}

/** Whether the items of a list contain no comma, so that commas can separate them. */
function isPlain(cell: string): boolean {
  return cell !== '' && cell === cell.trim() && !/[,\n\r]|^\[/.test(cell)
}

function oneCell(kind: Kind, value: JsonValue): string {
  if (kind === 'reference' && isObject(value)) {
    const { relationTo, value: id } = value
    if (typeof relationTo === 'string' && typeof id === 'string') return `${relationTo}/${id}`
  }
  if (kind !== 'json' && typeof value !== 'object') return String(value)
  return JSON.stringify(value)
}

/** The content of a cell: texts unchanged, other values trimmed. Empty means an empty cell. */
export function saidIn(node: FieldNode | null, cell: string): string {
  return node && !node.many && node.targets.length === 0 && kindOf(node) === 'text' ? cell : cell.trim()
}

/** Parses a cell that is not empty. The field validates the value later. */
export function valueOf(node: FieldNode, cell: string): CellValue {
  const kind = kindOf(node)
  if (!node.many || node.structure !== 'value') return oneValue(kind, cell)
  if (kind === 'json' || cell.trimStart().startsWith('[')) return jsonValue(cell)
  const values = listOf(cell).map((one) => oneValue(kind, one))
  const wrong = values.find((one) => 'problem' in one)
  return wrong ?? { value: values.flatMap((one) => ('value' in one ? [one.value] : [])) }
}

/** Splits a cell with several values at its commas. */
export function listOf(cell: string): string[] {
  return cell
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

const YES = new Set(['true', 'yes', '1'])
const NO = new Set(['false', 'no', '0'])

function oneValue(kind: Kind, cell: string): CellValue {
  if (kind === 'text') return { value: cell }
  if (kind === 'json') return jsonValue(cell)
  const text = cell.trim()
  if (kind === 'number') {
    const number = Number(text)
    if (isNumber(text) && Number.isFinite(number)) return { value: number }
    return { problem: { code: 'type', message: 'Must be a number such as 3.14.' } }
  }
  if (kind === 'boolean') {
    const word = text.toLowerCase()
    if (YES.has(word) || NO.has(word)) return { value: YES.has(word) }
    return { problem: { code: 'type', message: 'Must be true or false.' } }
  }
  const slash = text.indexOf('/')
  if (slash > 0) return { value: { relationTo: text.slice(0, slash), value: text.slice(slash + 1) } }
  return { problem: { code: 'format', message: 'Must name a collection and an id, as in "posts/…".' } }
}

function jsonValue(cell: string): CellValue {
  const parsed = parseStrictObject(`{"value":${cell}}`)
  if (typeof parsed !== 'string') {
    const { value = null, ...others } = parsed
    if (Object.keys(others).length === 0) return { value }
  }
  return { problem: { code: 'format', message: 'Must be JSON.' } }
}

/** A number as it stands in a cell, with or without a sign. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

export function isNumber(cell: string): boolean {
  return NUMBER.test(cell)
}
