import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Adoption, DocumentTable, Repair } from '../../contracts/storage-schema.ts'
import { eachObject, isByLocale } from '../../content/walk-content.ts'
import { flatten, hasLocalized } from '../../content/field-tree.ts'
import { isObject } from '../../content/json-object.ts'
import { parseJson } from '../../content/parse-json.ts'
import { picturesElsewhere } from '../../fields/rich-text-mentions.ts'

/**
 * Repairs missing translations. Older versions stored `{}`, or `[]` for a group, in duplicates of documents without a
 * value in a locale, and reads showed it as a value. A missing translation must be null
 * (docs/contract/localization.md#all-locales). In a `json` field, `{}` may be intended and stays.
 */
export function mendLocales(fields: readonly FieldNode[]): Repair | undefined {
  if (!hasLocalized(fields)) return undefined
  return {
    name: 'absent translations',
    mend(json) {
      const content = parseJson(json) as JsonObject
      const found: MendState = { isMended: false }
      mendObject(fields, content, found)
      return found.isMended ? JSON.stringify(content) : null
    },
  }
}

interface MendState {
  isMended: boolean
}

function mendObject(fields: readonly FieldNode[], object: JsonObject, found: MendState): void {
  for (const node of fields) {
    const value = object[node.name]
    if (isByLocale(node, value, true)) {
      for (const [locale, one] of Object.entries(value)) {
        if (!standsForNothing(node, one)) continue
        value[locale] = null
        found.isMended = true
      }
    }
    eachObject(node, value, true, mendObject, found)
  }
}

function standsForNothing(node: FieldNode, value: JsonValue): boolean {
  if (node.structure === 'group') return Array.isArray(value)
  const isNothing = isObject(value) && Object.keys(value).length === 0
  // Free JSON accepts an empty object as a value.
  return isNothing && (node.structure !== 'value' || node.check(value).length > 0)
}

const OWN_FILES = '/api/uploads/'

/**
 * Texts from older versions refer to pictures only by URL, which changes when a file is replaced. The adoption adds the
 * reference to the document.
 */
export function adoptionOf(fields: readonly FieldNode[]): Adoption | undefined {
  if (!flatten(fields).some(({ type }) => type.mentions)) return undefined
  return {
    addresses: (content) => shownIn(fields, content).map(({ src }) => src),
    adopt(content, files) {
      let isAdopted = false
      for (const { attrs, src } of shownIn(fields, content)) {
        const file = files.get(src)
        if (!file) continue
        delete attrs['src']
        Object.assign(attrs, {
          relationTo: file.collection,
          value: file.id,
          ...(file.size !== null && { size: file.size }),
        })
        isAdopted = true
      }
      return isAdopted
    },
  }
}

interface ShownPicture {
  readonly attrs: JsonObject
  readonly src: string
}

/** The attributes of pictures that show uploaded files without a reference to the document. */
function shownIn(fields: readonly FieldNode[], content: JsonObject): ShownPicture[] {
  const found: ShownPicture[] = []
  collect(fields, content, found)
  return found
}

function collect(fields: readonly FieldNode[], object: JsonObject, found: ShownPicture[]): void {
  for (const node of fields) {
    const value = object[node.name] ?? null
    eachObject(node, value, true, collect, found)
    if (node.type.mentions)
      for (const text of isByLocale(node, value, true) ? Object.values(value) : [value])
        for (const attrs of picturesElsewhere(text)) {
          const { src } = attrs
          if (typeof src === 'string' && src.startsWith(OWN_FILES)) found.push({ attrs, src })
        }
  }
}

/** The URLs of the files in documents; undefined if the entity has no files. */
export function filesOf(fields: readonly FieldNode[]): DocumentTable['files'] {
  if (!fields.some(({ name, readOnly }) => name === 'objectKey' && readOnly)) return undefined
  return ({ url, sizes }) => [
    ...(typeof url === 'string' ? [{ address: url, size: null }] : []),
    ...Object.entries(isObject(sizes) ? sizes : {}).flatMap(([size, one]) =>
      isObject(one) && typeof one['url'] === 'string' ? [{ address: one['url'], size }] : [],
    ),
  ]
}
