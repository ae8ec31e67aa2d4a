import type { ComparedAs, FieldNode, FieldStructure } from '../../contracts/field.ts'

/** A field as migrations record it: what its stored values are like. */
export interface FieldForm {
  readonly name: string
  readonly type: string
  readonly structure: Exclude<FieldStructure, 'computed'>
  readonly storedAs?: ComparedAs
  readonly localized?: true
  readonly many?: true
  readonly targets?: readonly string[]
  /** Of a group or of rows. */
  readonly fields?: readonly FieldForm[]
  /** Of blocks, by block type. */
  readonly blocks?: Readonly<Record<string, readonly FieldForm[]>>
}

/** The form of today's fields. Sorted, since the order in which fields are written says nothing about what is stored. */
export function formOf(fields: readonly FieldNode[]): FieldForm[] {
  return sorted(fields.flatMap((node) => (node.structure === 'computed' ? [] : [formOfField(node, node.structure)])))
}

function formOfField(node: FieldNode, structure: FieldForm['structure']): FieldForm {
  const { name, type, storedAs, localized, many, targets } = node
  return {
    name,
    type: type.name,
    structure,
    ...(storedAs !== null && { storedAs }),
    ...(localized && { localized }),
    ...(many && { many }),
    ...(targets.length > 0 && { targets }),
    ...((structure === 'group' || structure === 'rows') && { fields: formOf(node.fields) }),
    ...(structure === 'blocks' && { blocks: mapBlocks(node.blocks, formOf) }),
  }
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
  if (before?.structure !== today.structure) return today
  if (today.fields) return { ...today, fields: withToday(before.fields ?? [], today.fields) }
  if (!today.blocks) return today
  const blocks = { ...before.blocks }
  for (const [block, fields] of Object.entries(today.blocks)) blocks[block] = withToday(blocks[block] ?? [], fields)
  return { ...today, blocks: mapBlocks(blocks, (fields) => fields) }
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
