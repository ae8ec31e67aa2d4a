import type { FieldNode, FieldStructure } from '../../contracts/field.ts'
import type { ComparedAs } from '../../contracts/operators.ts'

/** A field as migrations record it: what its stored values are like. */
export interface FieldForm {
  readonly name: string
  readonly type: string
  readonly structure: Exclude<FieldStructure, 'computed'>
  readonly storedAs?: ComparedAs
  readonly localized?: true
  readonly many?: true
  readonly targets?: readonly string[]
  /**
   * Set if every document that is read has a value here, since reads say so. False as long as it is not known that all documents do.
   */
  readonly required?: boolean
  /** The options that documents may hold, where reads promise some: also those of before, as long as some may hold them. Absent: anything. */
  readonly options?: readonly string[]
  /** Set if reads promise whole numbers. False as long as it is not known that all documents have none but these. */
  readonly integer?: boolean
  /** Of a group or of rows. */
  readonly fields?: readonly FieldForm[]
  /** Of blocks, also of those in a text, by block type. */
  readonly blocks?: Readonly<Record<string, readonly FieldForm[]>>
}

/** Which required fields are never null in reads (manifest/read-schema.ts). */
export interface Completeness {
  /** Whether documents are complete as a whole. */
  readonly ofDocuments: boolean
  /** Whether this part of them is. */
  readonly here: boolean
}

/** The form of today's fields. Sorted, since the order in which fields are written says nothing about what is stored. */
export function formOf(fields: readonly FieldNode[], complete: Completeness): FieldForm[] {
  return sorted(fields.flatMap((node) => formOfField(node, complete) ?? []))
}

/** What documents may hold of which nothing is recorded: today's fields, under the names that they had before. */
export function formerFormOf(fields: readonly FieldNode[]): FieldForm[] {
  return sorted(
    fields.flatMap((node) => {
      const form = formOfField(node, { ofDocuments: false, here: false })
      if (!form) return []
      const blocks = Object.entries(node.type.blocks(node.options) ?? {}).map(
        ([block, { renamedFrom }]) => [renamedFrom ?? block, formerFormOf(node.blocks[block] ?? [])] as const,
      )
      return {
        ...form,
        name: formerNameOf(node),
        ...(form.fields && { fields: formerFormOf(node.fields) }),
        ...(form.blocks && { blocks: Object.fromEntries(blocks) }),
      }
    }),
  )
}

/** One that has come from elsewhere is looked for there (move-between-groups.ts). */
function formerNameOf({ name, options: { renamedFrom } }: FieldNode): string {
  return renamedFrom === undefined || renamedFrom.startsWith('/') ? name : renamedFrom
}

/** Undefined for fields that are not stored. */
export function formOfField(node: FieldNode, complete: Completeness): FieldForm | undefined {
  const { name, type, structure, storedAs, localized, many, targets } = node
  if (structure === 'computed') return undefined
  const isRows = structure !== 'group'
  const hasBlocks = Object.keys(node.blocks).length > 0
  const within = { ...complete, here: isRows ? complete.ofDocuments : complete.here && !localized }
  return {
    name,
    type: type.name,
    structure,
    ...(storedAs !== null && { storedAs }),
    ...(localized && { localized }),
    ...(many && { many }),
    ...(targets.length > 0 && { targets }),
    ...(structure === 'value' && node.required && !many && !localized && complete.here && { required: true }),
    ...promisedBy(node),
    ...((structure === 'group' || structure === 'rows') && { fields: formOf(node.fields, within) }),
    ...(hasBlocks && { blocks: mapBlocks(node.blocks, (fields) => formOf(fields, within)) }),
  }
}

/** What reads promise of values beyond their type (manifest/read-schema.ts). */
function promisedBy({ structure, type, storedAs, options }: FieldNode): Pick<FieldForm, 'options' | 'integer'> {
  if (structure !== 'value' || (storedAs !== 'text' && storedAs !== 'number')) return {}
  const { enum: values, type: kind } = type.schema(options)
  if (kind === 'integer') return { integer: true }
  return Array.isArray(values) ? { options: values.map(String).toSorted() } : {}
}

/**
 * What is stored once documents of the recorded form are written with today's fields: these, and whatever else there was. What no field
 * is for any more stays recorded, until a step drops it.
 */
export function withToday(recorded: readonly FieldForm[], today: readonly FieldForm[]): FieldForm[] {
  const before = byName(recorded)
  const names = new Set(today.map(({ name }) => name))
  const leftOver = recorded.filter(({ name }) => !names.has(name))
  return sorted([...today.map((form) => fieldWithToday(before.get(form.name), form)), ...leftOver])
}

function fieldWithToday(before: FieldForm | undefined, today: FieldForm): FieldForm {
  if (today.structure === 'value') return textWithToday(before, valueWithToday(before, today))
  if (before?.structure !== today.structure) return withDoubt(today)
  if (today.fields) return { ...today, fields: withToday(before.fields ?? [], today.fields) }
  return today.blocks ? { ...today, blocks: blocksWithToday(before.blocks, today.blocks) } : today
}

/** A text may still hold blocks of types that there are no more, also where there are none at all. */
function textWithToday(before: FieldForm | undefined, today: FieldForm): FieldForm {
  const known = before?.type === today.type ? before.blocks : undefined
  return known || today.blocks ? { ...today, blocks: blocksWithToday(known, today.blocks ?? {}) } : today
}

function blocksWithToday(
  before: FieldForm['blocks'],
  today: NonNullable<FieldForm['blocks']>,
): NonNullable<FieldForm['blocks']> {
  const blocks = { ...before }
  for (const [block, fields] of Object.entries(today)) blocks[block] = withToday(blocks[block] ?? [], fields)
  return mapBlocks(blocks, (fields) => fields)
}

/** Reads promise more than the documents of before may keep: what is in doubt is looked at later. */
function valueWithToday(before: FieldForm | undefined, today: FieldForm): FieldForm {
  const { required, integer, options } = today
  const left = before ? before.options && options && new Set([...before.options, ...options]) : options
  const noted: FieldForm = {
    ...today,
    ...(required && { required: before?.required === true }),
    ...(integer && { integer: !before || before.integer === true }),
    ...(left && { options: [...left].toSorted() }),
  }
  if (!options || left) return noted
  const { options: _options, ...anything } = noted
  return anything
}

/**
 * A group or rows whose localization has changed, with the fields inside as they are stored then: without locales of their own inside of a
 * localized one, and else with those that they have today.
 */
export function withoutLocales(form: FieldForm, today: FieldForm): FieldForm {
  const inner = (fields: readonly FieldForm[], now: readonly FieldForm[]) => {
    const named = byName(now)
    return fields.map((one) => {
      const same = named.get(one.name)
      const { localized: _localized, ...plain } = one
      const isLocalized = !form.localized && same?.localized === true
      const below: FieldForm = isLocalized ? { ...plain, localized: true } : plain
      return same?.structure === one.structure ? withoutLocales(below, same) : below
    })
  }
  return {
    ...form,
    ...(form.fields && { fields: inner(form.fields, today.fields ?? []) }),
    ...(form.blocks && {
      blocks: Object.fromEntries(
        Object.entries(form.blocks).map(([block, fields]) => [block, inner(fields, today.blocks?.[block] ?? [])]),
      ),
    }),
  }
}

/** A form that is new in documents which are there. */
function withDoubt(form: FieldForm): FieldForm {
  return fieldWithToday({ ...form, ...(form.fields && { fields: [] }), ...(form.blocks && { blocks: {} }) }, form)
}

export function byName(forms: readonly FieldForm[]): ReadonlyMap<string, FieldForm> {
  return new Map(forms.map((form) => [form.name, form]))
}

/** By name, at every depth. */
export function sorted(forms: readonly FieldForm[]): FieldForm[] {
  return forms
    .map((form) => ({
      ...form,
      ...(form.fields && { fields: sorted(form.fields) }),
      ...(form.blocks && { blocks: mapBlocks(form.blocks, sorted) }),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** By name, for the same reason as fields. */
function mapBlocks<From, To>(blocks: Readonly<Record<string, From>>, map: (fields: From) => To): Record<string, To> {
  const entries = Object.entries(blocks).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([block, fields]) => [block, map(fields)]))
}
