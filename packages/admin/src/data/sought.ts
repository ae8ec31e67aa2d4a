import type { ListOptions } from './client.ts'
import { isUpload, titleFieldOf } from './entities.ts'
import type { EntitySchema } from './schema.ts'

/** Fields by which users search files. */
const OF_FILES = ['filename', 'alt']

const LONGEST = 200

export const isSearchable = (entity: EntitySchema) => entity.parameters.includes('search')

/** Searched fields of collections without full-text search: the title, and file fields. */
export function soughtFields(entity: EntitySchema): string[] {
  const title = titleFieldOf(entity)
  const told = isUpload(entity) ? entity.fields.filter(({ name }) => OF_FILES.includes(name)) : []
  const texts = [...(title ? [title] : []), ...told].filter(({ operators }) => operators.includes('like'))
  return [...new Set(texts.map(({ name }) => name))]
}

/** List parameters that search for these words. */
export function soughtIn(entity: EntitySchema, words: string): Pick<ListOptions, 'search' | 'where'> {
  if (isSearchable(entity)) return { search: words.slice(0, LONGEST) }
  const [first, ...others] = soughtFields(entity).map((name) => ({ [name]: { like: words } }))
  if (!first) return {}
  return { where: others.length === 0 ? first : { or: [first, ...others] } }
}

/** List parameters for documents with exactly this title, ignoring case; undefined if no collection has a title. */
export function namedExactly(entity: EntitySchema, words: string): ListOptions['where'] {
  const title = titleFieldOf(entity)
  if (!title || !['starts_with', 'ends_with'].every((one) => title.operators.includes(one))) return undefined
  return { [title.name]: { starts_with: words, ends_with: words } }
}
