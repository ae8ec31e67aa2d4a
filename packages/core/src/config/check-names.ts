import type { ProblemList } from './problem-list.ts'

const SLUG = /^[a-z][a-z0-9-]{0,62}$/
const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/
const NAME_IN_WORDS = 'must be of letters, digits and underscores, start with a letter and have at most 63 of them'

/** The system fields of every document, and those that features add (contract 3). */
const SYSTEM_FIELDS = [
  'id',
  'revision',
  'createdAt',
  'updatedAt',
  'deletedAt',
  '_status',
  '_publishedRevision',
  '_locales',
] as const

/** Names that a field cannot have, by where it stands: what the framework itself puts there, and what queries mean by them. */
export const RESERVED_NAMES = {
  document: new Set<string>([...SYSTEM_FIELDS, 'and', 'or', 'not']),
  group: new Set<string>(),
  row: new Set<string>(['id']),
  block: new Set<string>(['id', 'blockType']),
} as const

/** In a query, `sections.id` and `sections.blockType` are those of the row, not the names of blocks. */
const RESERVED_BLOCKS: ReadonlySet<string> = new Set(['id', 'blockType'])

export function checkSlug(slug: string, place: string, problems: ProblemList): void {
  if (!SLUG.test(slug))
    problems.add(
      place,
      `the slug must be of small letters, digits and hyphens, start with a letter and have at most 63 of them`,
    )
  else refuseInherited(slug, place, problems)
}

export function checkFieldName(
  name: string,
  place: string,
  reserved: ReadonlySet<string>,
  problems: ProblemList,
): void {
  if (reserved.has(name)) problems.add(place, `the name "${name}" is reserved`)
  else if (!NAME.test(name)) problems.add(place, `the name of a field ${NAME_IN_WORDS}`)
  else refuseInherited(name, place, problems)
}

export function checkBlockName(name: string, place: string, problems: ProblemList): void {
  if (RESERVED_BLOCKS.has(name)) problems.add(place, `the name "${name}" is reserved`)
  else if (!NAME.test(name)) problems.add(place, `the name of a block ${NAME_IN_WORDS}`)
  else refuseInherited(name, place, problems)
}

/** Content is read from plain objects, in which `constructor` and the like are always there. */
function refuseInherited(name: string, place: string, problems: ProblemList): void {
  if (name in Object.prototype) problems.add(place, `the name "${name}" is one that every JavaScript object has`)
}
