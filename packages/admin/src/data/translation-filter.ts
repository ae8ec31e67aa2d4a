import type { Where } from './document.ts'
import type { FieldSchema } from './schema.ts'
import { isTranslatable, type MayTranslate } from './translation-units.ts'

/** Limit of conditions in one query: each value needs two, and other filters need some. */
const MOST_ASKED = 40

/** A condition for `locale=all`: documents that lack a value which the source language has. */
export function incompleteIn(
  fields: readonly FieldSchema[],
  languages: { readonly source: string; readonly target: string },
  may: MayTranslate,
): Where {
  const asked = { left: MOST_ASKED }
  // An empty "or" is invalid; no document matches a missing id.
  const missing = missingIn(fields, '', false, languages, may, asked)
  return missing.length > 0 ? { or: missing } : { id: { exists: false } }
}

function missingIn(
  fields: readonly FieldSchema[],
  at: string,
  isLocalized: boolean,
  languages: { readonly source: string; readonly target: string },
  may: MayTranslate,
  asked: { left: number },
): Where[] {
  const { source, target } = languages
  return fields.flatMap((field): Where[] => {
    if (!isTranslatable(field, may)) return []
    const here = isLocalized ? at : `${at}${field.name}`
    const path = (locale: string) => (isLocalized ? `${at.replace('*', locale)}${field.name}` : `${here}.${locale}`)
    if (field.structure === 'group') {
      const within = isLocalized ? `${at}${field.name}.` : field.localized ? `${here}.*.` : `${here}.`
      return missingIn(field.fields ?? [], within, isLocalized || field.localized, languages, may, asked)
    }
    if (isLocalized || field.localized) {
      if (!field.operators.includes('exists') || asked.left === 0) return []
      asked.left -= 1
      return [{ and: [{ [path(source)]: { exists: true } }, { [path(target)]: { exists: false } }] }]
    }
    const kinds = field.blocks
      ? Object.entries(field.blocks).map(([block, { fields: inside }]) => [`${here}.${block}`, inside] as const)
      : field.structure === 'rows'
        ? [[here, field.fields ?? []] as const]
        : []
    return kinds.flatMap(([rows, inside]) => {
      const missing = missingIn(inside, '', false, languages, may, asked)
      return missing.length > 0 ? [{ [rows]: { some: { or: missing } } }] : []
    })
  })
}
