import type { FieldOptions } from '../contracts/field-options.ts'
import { isObject } from '../content/json-object.ts'
import { isFieldDefinition } from './is-field-definition.ts'
import type { ProblemList } from './problem-list.ts'

const PATH = /^(?:\/[A-Za-z][A-Za-z0-9_]*)+$/

interface Moved {
  readonly place: string
  readonly from: string
  /** Its former path from the root; null for a name inside of rows or of a localized group. */
  readonly path: string | null
  readonly inside: string | null
}

/**
 * Checks each `renamedFrom` that is a path (`/seo/title`), for fields that were moved into or out of a group. Neither
 * end may be in rows or in a localized group, because the value must be unique in the document.
 */
export function checkMoved(fields: Readonly<Record<string, unknown>>, place: string, problems: ProblemList): void {
  const taken = new Map<string, string>()
  const pathNames = new Set<string>()
  for (const { place: at, from, path, inside } of movedIn(fields, place, '', null)) {
    const isPath = from.startsWith('/')
    if (isPath && !PATH.test(from)) problems.add(at, '`renamedFrom` must be a name, or a path such as /seo/title')
    else if (isPath && inside !== null)
      problems.add(at, `\`renamedFrom\` cannot move values into ${inside}: write a data migration instead`)
    else if (isPath) {
      const wrong = wrongSource(fields, from.slice(1).split('/'))
      if (wrong !== null) problems.add(at, `\`renamedFrom\` names "${from}", ${wrong}`)
    }
    const other = path === null ? undefined : taken.get(path)
    if (path !== null) taken.set(path, at)
    if (isPath) pathNames.add(at)
    // `checkRenamed` compares names of siblings.
    if (other !== undefined && (isPath || pathNames.has(other)))
      problems.add(
        at,
        `\`renamedFrom\` names "${from}", but "${other}" was already renamed from it: choose one of them`,
      )
  }
}

function movedIn(
  fields: Readonly<Record<string, unknown>>,
  place: string,
  prefix: string,
  inside: string | null,
): Moved[] {
  return Object.entries(fields).flatMap(([name, field]): Moved[] => {
    if (!isFieldDefinition(field)) return []
    const { type, options } = field
    const { renamedFrom, localized }: FieldOptions = options
    const at = `${place}.${name}`
    const own =
      typeof renamedFrom === 'string'
        ? [{ place: at, from: renamedFrom, path: pathOf(renamedFrom, prefix, inside), inside }]
        : []
    const isGroup = type.structure === 'group'
    const below = inside ?? (isGroup ? (localized ? 'a localized group' : null) : 'the rows of an array or of blocks')
    const children: unknown = type.children(options)
    const rows = Object.entries(type.blocks(options) ?? {}).flatMap(([block, one]) =>
      isObject(one) && isObject(one.fields) ? movedIn(one.fields, `${at}.blocks.${block}.fields`, '', below) : [],
    )
    const inner = isObject(children) ? movedIn(children, `${at}.fields`, `${prefix}/${name}`, below) : []
    return [...own, ...inner, ...rows]
  })
}

function pathOf(renamedFrom: string, prefix: string, inside: string | null): string | null {
  if (renamedFrom.startsWith('/')) return renamedFrom
  return inside === null ? `${prefix}/${renamedFrom}` : null
}

/** Describes the problem of a former path, according to the current fields; null if there is none. */
function wrongSource(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const [name = '', ...rest] = names
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!isFieldDefinition(field)) return null
  if (rest.length === 0) return 'which still exists: remove it, or leave out `renamedFrom`'
  const { localized }: FieldOptions = field.options
  const children: unknown = field.type.children(field.options)
  if (field.type.structure === 'rows' || field.type.structure === 'blocks')
    return 'but a document has many values inside of rows: use a data migration'
  if (localized) return 'but a localized group has a value for each locale: use a data migration'
  return isObject(children) ? wrongSource(children, rest) : null
}
