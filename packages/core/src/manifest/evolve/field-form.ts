import type { FieldNode, FieldStructure, FieldType } from '../../contracts/field.ts'
import type { ComparedAs } from '../../contracts/operators.ts'
import { fieldTypes } from '../../fields/index.ts'

/** The recorded form of a field: how its values are stored. */
export interface FieldForm {
  readonly name: string
  readonly type: string
  readonly structure: Exclude<FieldStructure, 'computed'>
  readonly storedAs?: ComparedAs
  readonly localized?: true
  readonly many?: true
  readonly targets?: readonly string[]
  /** Set if reads promise a value for the field in every document; false until all documents are known to have one. */
  readonly required?: boolean
  /**
   * The options that stored documents may have, if reads promise a list: includes removed ones while documents may
   * still have them. Absent: any value.
   */
  readonly options?: readonly string[]
  /** Set if reads promise integers; false until all documents are known to have only integers. */
  readonly integer?: boolean
  readonly fields?: readonly FieldForm[]
  /** The fields of blocks, also of those in a text, by block type. */
  readonly blocks?: Readonly<Record<string, readonly FieldForm[]>>
}

/** The type of a recorded field; undefined for a type of a plugin, which may be gone. */
export function builtInType({ type }: FieldForm): FieldType | undefined {
  return Object.values<FieldType>(fieldTypes).find(({ name }) => name === type)
}

/** Which required fields are never null in reads (manifest/read-schema.ts). */
export interface Completeness {
  /** Whether documents are complete as a whole. */
  readonly ofDocuments: boolean
  /** Whether this part of them is. */
  readonly here: boolean
}

/** The form of the configured fields. Sorted, since the order of fields does not affect storage. */
export function formOf(fields: readonly FieldNode[], complete: Completeness): FieldForm[] {
  return sorted(fields.flatMap((node) => formOfField(node, complete) ?? []))
}

/** The assumed form of documents without a record: today's fields, under their former names. */
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

/** `move-between-groups.ts` handles former paths. */
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

/** The promises of reads about values, beyond their type (manifest/read-schema.ts). */
function promisedBy({ structure, type, storedAs, options }: FieldNode): Pick<FieldForm, 'options' | 'integer'> {
  if (structure !== 'value' || (storedAs !== 'text' && storedAs !== 'number')) return {}
  const { enum: values, type: kind } = type.schema(options)
  if (kind === 'integer') return { integer: true }
  return Array.isArray(values) ? { options: values.map(String).toSorted() } : {}
}

/**
 * The form of storage after documents of the recorded form are written with today's fields: both together. Removed
 * fields stay recorded until a step drops them.
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

/** A text may still contain blocks of removed types, even if its field has no block types any more. */
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

/** Older documents may break what reads promise now; `doubtful-values.ts` checks that later. */
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
 * The form of a group or rows after a change of localization: inside of a localized field, fields have no locales of
 * their own; otherwise those of today.
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

/** The form of a new field in existing documents. */
function withDoubt(form: FieldForm): FieldForm {
  return fieldWithToday({ ...form, ...(form.fields && { fields: [] }), ...(form.blocks && { blocks: {} }) }, form)
}

export function byName(forms: readonly FieldForm[]): ReadonlyMap<string, FieldForm> {
  return new Map(forms.map((form) => [form.name, form]))
}

export function sorted(forms: readonly FieldForm[]): FieldForm[] {
  return forms
    .map((form) => ({
      ...form,
      ...(form.fields && { fields: sorted(form.fields) }),
      ...(form.blocks && { blocks: mapBlocks(form.blocks, sorted) }),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Sorted by name, like fields. */
function mapBlocks<From, To>(blocks: Readonly<Record<string, From>>, map: (fields: From) => To): Record<string, To> {
  const entries = Object.entries(blocks).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([block, fields]) => [block, map(fields)]))
}
