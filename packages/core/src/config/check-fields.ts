import type { FieldOptions } from '../contracts/field-options.ts'
import { BUILT_IN_TYPES, type FieldDefinition, type FieldDefinitions, type FieldType } from '../contracts/field.ts'
import type { ComparedAs } from '../contracts/operators.ts'
import { isObject } from '../content/json-object.ts'
import { fieldTypes } from '../fields/index.ts'
import { MOST_BLOCK_LEVELS } from '../fields/check-rich-text.ts'
import { checkDefault } from './check-default.ts'
import { checkMoved } from './check-moved.ts'
import { checkRenamed } from './check-renamed.ts'
import { checkBlockName, checkFieldName, RESERVED_NAMES } from './check-names.ts'
import { isFieldDefinition } from './is-field-definition.ts'
import { checkShowIf } from './check-show-if.ts'
import type { ProblemList } from './problem-list.ts'

export interface FieldSurroundings {
  readonly collections: ReadonlySet<string>
  readonly uploads: ReadonlySet<string>
  readonly hasLocalization: boolean
  readonly types: Map<string, FieldType>
  readonly problems: ProblemList
}

interface FieldPosition extends FieldSurroundings {
  readonly path: string
  readonly holder: keyof typeof RESERVED_NAMES
  /** Inside an array or blocks, at any depth. */
  readonly inRows: boolean
  /** How many texts with blocks surround the field. */
  readonly inTexts: number
}

/**
 * Checks the fields of a collection or global. `localized` inside a localized field is allowed but has no effect,
 * because the outermost field decides.
 */
export function checkFields(fields: unknown, path: string, surroundings: FieldSurroundings): void {
  checkLevel(fields, { ...surroundings, path, holder: 'document', inRows: false, inTexts: 0 })
  if (isObject(fields)) checkMoved(fields, path, surroundings.problems)
}

function checkLevel(fields: unknown, place: FieldPosition): void {
  if (!isObject(fields)) {
    place.problems.add(place.path, 'must be an object of fields')
    return
  }
  for (const [name, field] of Object.entries(fields)) {
    const at = `${place.path}.${name}`
    checkFieldName(name, at, RESERVED_NAMES[place.holder], place.problems)
    if (isFieldDefinition(field)) checkField(field, fields, { ...place, path: at })
    else place.problems.add(at, notAField(field))
  }
  checkRenamed(fields, formerName, (name) => `${place.path}.${name}`, place.problems)
}

function notAField(given: unknown): string {
  const type: unknown = isObject(given) ? given['type'] : undefined
  if (typeof type !== 'string') return 'is not a field: make it with f.text(), f.number() or another function of f'
  const isBuiltIn = (BUILT_IN_TYPES as readonly string[]).includes(type)
  const how = isBuiltIn ? `f.${type}()` : 'the function that its plugin exports'
  return `names a type of field, "${type}", but is not a field: make it with ${how}`
}

function builtIn(name: string): FieldType | undefined {
  return Object.hasOwn(fieldTypes, name) ? fieldTypes[name as keyof typeof fieldTypes] : undefined
}

/** Content, the admin app and generated types identify a field type by its name, so names must be unique. */
function checkType(type: FieldType, { path, types, problems }: FieldPosition): void {
  const known = types.get(type.name) ?? builtIn(type.name) ?? type
  types.set(type.name, known)
  if (!/^[a-z][a-zA-Z0-9]*$/.test(type.name))
    problems.add(path, `has a type named "${type.name}": name it with letters and digits, such as "color"`)
  const wrongPart = Object.keys(type.parts).find((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))
  if (wrongPart !== undefined)
    problems.add(
      path,
      `has a type with a part named "${wrongPart}": name it with letters and digits, such as "lightness"`,
    )
  if (known === type) return
  const other = builtIn(type.name) ? 'the built-in one' : 'another field has'
  problems.add(
    path,
    `has another type named "${type.name}" than ${other}: give one of them another name or, if they are the same, install its package only once`,
  )
}

function checkField(field: FieldDefinition, siblings: Record<string, unknown>, place: FieldPosition): void {
  const { path, problems } = place
  const { type, options } = field
  checkType(type, place)
  const wrongOptions = type.problems(options)
  for (const wrong of wrongOptions) problems.add(path, wrong)
  if (wrongOptions.length > 0) return
  for (const target of [...type.targets(options), ...(type.mentions?.collections(options) ?? [])]) {
    if (!place.collections.has(target))
      problems.add(path, `points to the collection "${target}", which does not exist: add it, or correct the name`)
    else if (type.targetsFiles && !place.uploads.has(target))
      problems.add(path, `points to the collection "${target}", which has no \`upload\`: use f.relationship for that`)
  }
  checkCommonOptions(field, place)
  checkSource(field, siblings, place)
  checkShowIf(field, siblings, place)
  checkInside(field, place)
}

function checkCommonOptions(field: FieldDefinition, { path, inRows, hasLocalization, problems }: FieldPosition): void {
  const options: FieldOptions = field.options
  if (options.localized && !hasLocalization)
    problems.add(path, 'is localized, but the configuration has no `localization`: add it, or leave out `localized`')
  for (const name of ['unique', 'index'] as const) {
    if (options[name] && inRows) problems.add(path, `\`${name}\` does not work inside arrays and blocks: leave it out`)
    else if (options[name] && !isIndexable(field))
      problems.add(path, `\`${name}\` does not work for this type of field: leave it out`)
  }
  if (typeof options.default === 'function') return
  for (const wrong of checkDefault(field, options.default)) {
    problems.add(path, `\`default\`${wrong.path === '' ? '' : ` (at ${wrong.path})`} is not valid: ${wrong.message}`)
  }
}

const INDEXABLE: ReadonlySet<ComparedAs | null> = new Set<ComparedAs | null>([
  'text',
  'instant',
  'day',
  'number',
  'boolean',
])

/** An index needs exactly one scalar for each document. */
function isIndexable({ type, options }: FieldDefinition): boolean {
  return !type.many(options) && INDEXABLE.has(type.storedAs(options))
}

/** The source of a derived field, such as a slug, must be a text field beside it. */
function checkSource(
  { type, options }: FieldDefinition,
  siblings: Record<string, unknown>,
  place: FieldPosition,
): void {
  const from = type.derivesFrom(options)
  if (from === null) return
  const source = Object.hasOwn(siblings, from) ? siblings[from] : undefined
  if (!isFieldDefinition(source))
    place.problems.add(
      place.path,
      `\`from\` names the field "${from}", which does not exist next to it: add it, or correct the name`,
    )
  else if (source.type.storedAs(source.options) !== 'text' || source.type.many(source.options)) {
    place.problems.add(
      place.path,
      `\`from\` names the field "${from}", which does not hold one text: choose a field that does`,
    )
  }
}

function checkInside({ type, options }: FieldDefinition, place: FieldPosition): void {
  const isGroup = type.structure === 'group'
  const children: FieldDefinitions | null = type.children(options)
  if (children) {
    checkLevel(children, {
      ...place,
      path: `${place.path}.fields`,
      holder: isGroup ? 'group' : 'row',
      inRows: place.inRows || !isGroup,
    })
  }
  const blocks = type.blocks(options) ?? {}
  const inTexts = place.inTexts + (type.mentions && type.blocks(options) ? 1 : 0)
  if (inTexts > MOST_BLOCK_LEVELS)
    return place.problems.add(
      place.path,
      `nests blocks in rich texts more than ${MOST_BLOCK_LEVELS} levels deep: leave out its \`blocks\``,
    )
  const formerBlock = (block: unknown) => (isObject(block) ? block['renamedFrom'] : undefined)
  checkRenamed(blocks, formerBlock, (name) => `${place.path}.blocks.${name}`, place.problems)
  for (const [name, block] of Object.entries(blocks)) {
    const path = `${place.path}.blocks.${name}`
    checkBlockName(name, path, place.problems)
    checkLevel(block.fields, {
      ...place,
      path: `${path}.fields`,
      holder: type.mentions ? 'group' : 'block',
      inRows: true,
      inTexts,
    })
  }
}

function formerName(field: unknown): unknown {
  const { renamedFrom }: FieldOptions = isFieldDefinition(field) ? field.options : {}
  // `checkMoved` handles paths.
  return renamedFrom?.startsWith?.('/') ? undefined : renamedFrom
}
