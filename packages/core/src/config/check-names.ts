import type { ProblemList } from './problem-list.ts'

const SLUG = /^[a-z][a-z0-9-]{0,62}$/
const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/

const NAME_FORM = 'must have 1 to 63 letters, digits and underscores, and start with a letter'

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

/** Names that fields cannot have, by place: Quire adds members of that name, or queries give them a meaning. */
export const RESERVED_NAMES = {
  document: new Set<string>([...SYSTEM_FIELDS, 'and', 'or', 'not']),
  group: new Set<string>(),
  row: new Set<string>(['id']),
  block: new Set<string>(['id', 'blockType']),
} as const

/** In a query, `sections.id` and `sections.blockType` mean the members of the row, so no block can have these names. */
const RESERVED_BLOCKS: ReadonlySet<string> = new Set(['id', 'blockType'])

export function checkSlug(slug: string, place: string, problems: ProblemList): void {
  if (!SLUG.test(slug))
    problems.add(place, 'the slug must have 1 to 63 lowercase letters, digits and hyphens, and start with a letter')
  else refuseInherited(slug, place, problems)
}

export function checkFieldName(
  name: string,
  place: string,
  reserved: ReadonlySet<string>,
  problems: ProblemList,
): void {
  if (reserved.has(name)) problems.add(place, `the name "${name}" is reserved: choose another one`)
  else if (!NAME.test(name)) problems.add(place, `the name of a field ${NAME_FORM}`)
  else refuseInherited(name, place, problems)
}

export function checkBlockName(name: string, place: string, problems: ProblemList): void {
  if (RESERVED_BLOCKS.has(name)) problems.add(place, `the name "${name}" is reserved: choose another one`)
  else if (!NAME.test(name)) problems.add(place, `the name of a block ${NAME_FORM}`)
  else refuseInherited(name, place, problems)
}

/** Content is read from plain objects, which inherit members such as `constructor`. */
function refuseInherited(name: string, place: string, problems: ProblemList): void {
  if (name in Object.prototype)
    problems.add(place, `the name "${name}" is one that every JavaScript object has: choose another one`)
}
