import type { ValueProblem } from '../contracts/errors.ts'
import type { Mention, Mentions } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import { NEVER_EMPTY } from '../content/walk-content.ts'

/** Nodes that may name a document by the attributes `relationTo` and `value`. Link marks may as well. */
const NAMING: ReadonlySet<unknown> = new Set(['image', 'document', 'documentInline'])

type MentionTarget = { readonly collection: string; readonly id: string }

/** The documents that a rich text names: pictures, links and embedded documents. */
export const richTextMentions: Omit<Mentions, 'collections'> = { in: mentionsIn, check: checkPicture, without }

function mentionsIn(value: JsonValue): Mention[] {
  const found: Mention[] = []
  collect(value, '', found)
  return found
}

function collect(node: JsonValue, prefix: string, found: Mention[]): void {
  if (!isObject(node)) return
  const { type, attrs, marks, content } = node
  if (NAMING.has(type)) addMention(attrs, `${prefix}attrs`, type === 'image', found)
  if (Array.isArray(marks))
    for (const [index, mark] of marks.entries())
      if (isObject(mark)) addMention(mark['attrs'], `${prefix}marks.${index}.attrs`, false, found)
  if (Array.isArray(content))
    for (const [index, child] of content.entries()) collect(child, `${prefix}content.${index}.`, found)
}

/** The attributes of all pictures without a document. */
export function picturesElsewhere(node: JsonValue): JsonObject[] {
  if (!isObject(node)) return []
  const { type, attrs, content } = node
  if (type === 'image') return isObject(attrs) && !targetIn(attrs) ? [attrs] : []
  return Array.isArray(content) ? content.flatMap(picturesElsewhere) : []
}

function addMention(attrs: JsonValue | undefined, path: string, isPicture: boolean, found: Mention[]): void {
  const target = targetIn(attrs)
  if (target) found.push({ ...target, path, isPicture })
}

function targetIn(attrs: JsonValue | undefined): (MentionTarget & { readonly holder: JsonObject }) | null {
  if (!isObject(attrs)) return null
  const { relationTo, value } = attrs
  return typeof relationTo === 'string' && typeof value === 'string'
    ? { collection: relationTo, id: value, holder: attrs }
    : null
}

/** The URL of a picture's file, in the requested size; null if the document is not a file. */
export function pictureAddress({ size }: JsonObject, { url, sizes }: JsonObject): string | null {
  const ofSize = isObject(sizes) && typeof size === 'string' ? sizes[size] : undefined
  const address = isObject(ofSize) && typeof ofSize['url'] === 'string' ? ofSize['url'] : url
  return typeof address === 'string' ? address : null
}

function checkPicture({ isPicture, holder, path }: Mention, content: JsonObject): ValueProblem | null {
  if (!isPicture) return null
  const address = pictureAddress(holder, content)
  if (address === null) return { code: 'format', path: `${path}.value`, message: 'Must be a file.' }
  const { src, size } = holder
  const { sizes } = content
  if (typeof size === 'string' && !(isObject(sizes) && Object.hasOwn(sizes, size)))
    return { code: 'option', path: `${path}.size`, message: 'There is no such size of this file.' }
  if (src === undefined || src === null || src === address) return null
  return {
    code: 'read_only',
    path: `${path}.src`,
    message: 'This is computed from the file that `value` names. Leave it out.',
  }
}

/** Removes all mentions of a document: links lose their mark; pictures and embedded documents are deleted. */
function without(value: JsonValue, target: MentionTarget): JsonValue {
  return isObject(value) ? freed(value, target) : value
}

function freed(node: JsonObject, target: MentionTarget): JsonObject {
  const { marks, content } = node
  const free = { ...node }
  if (Array.isArray(marks)) {
    const left = marks.filter((mark) => !isObject(mark) || !names(mark['attrs'], target))
    if (left.length > 0) free['marks'] = left
    else delete free['marks']
  }
  if (Array.isArray(content)) {
    const left = content.flatMap((child): JsonValue[] => {
      if (!isObject(child)) return [child]
      return NAMING.has(child['type']) && names(child['attrs'], target) ? [] : [freed(child, target)]
    })
    const isLeftEmpty = left.length === 0 && content.length > 0 && NEVER_EMPTY.has(node['type'])
    free['content'] = isLeftEmpty ? [{ type: 'paragraph' }] : left
  }
  return free
}

function names(attrs: JsonValue | undefined, { collection, id }: MentionTarget): boolean {
  const found = targetIn(attrs)
  return found?.collection === collection && found.id === id
}

/** The stored form: without the URLs of pictures, which reads derive from their documents. */
export function withoutAddresses(value: JsonValue): JsonValue {
  if (!mentionsIn(value).some(({ isPicture, holder }) => isPicture && holder['src'] !== undefined)) return value
  const stored = structuredClone(value)
  for (const { isPicture, holder } of mentionsIn(stored)) if (isPicture) delete holder['src']
  return stored
}
