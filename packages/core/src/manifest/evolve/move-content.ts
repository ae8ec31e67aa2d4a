import type { ContentStep, RefuseValue } from '../../contracts/content-spec.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { byName, type FieldForm } from './field-form.ts'
import type { FormStep } from './form-step.ts'
import { blocksOf, inside, isSomething, objectsAt, plainValues, prefixOf, replaceAt, type Way } from './form-walk.ts'

/** Finds the first field or block with values under its former name (`renamedFrom`); outer ones come first. */
export function firstMove(
  table: string,
  recorded: readonly FieldForm[],
  fields: readonly FieldNode[],
): FormStep | undefined {
  return moveIn({ table, recorded }, recorded, fields, [])
}

interface Origin {
  readonly table: string
  readonly recorded: readonly FieldForm[]
}

function moveIn(
  origin: Origin,
  forms: readonly FieldForm[],
  fields: readonly FieldNode[],
  way: Way,
): FormStep | undefined {
  const named = byName(forms)
  for (const { name, options } of fields) {
    const from = options.renamedFrom
    const before = from === undefined ? undefined : named.get(from)
    if (before) return moveField(origin, before, named.get(name), name, way)
  }
  for (const node of fields) {
    const form = named.get(node.name)
    const found = form?.structure === node.structure ? moveInside(origin, form, node, way) : undefined
    if (found) return found
  }
  return undefined
}

function moveInside(origin: Origin, form: FieldForm, node: FieldNode, way: Way): FormStep | undefined {
  for (const [block, { renamedFrom: from }] of Object.entries(node.type.blocks(node.options) ?? {})) {
    if (from !== undefined && form.blocks?.[from]) return moveBlock(origin, form, from, block, way)
  }
  for (const inner of inside(form, way)) {
    const block = inner.way.at(-1)?.block
    const fields = block === undefined ? node.fields : node.blocks[block]
    const found = fields && moveIn(origin, inner.fields, fields, inner.way)
    if (found) return found
  }
  return undefined
}

function moveField(
  { table, recorded }: Origin,
  before: FieldForm,
  there: FieldForm | undefined,
  name: string,
  way: Way,
): FormStep {
  const { name: from } = before
  const moved = withoutPromises(before)
  const isSame = there && sameForm(there, before)
  const step: Omit<ContentStep, 'form'> = {
    kind: 'move',
    description: `rename field ${table}.${prefixOf(way)}${from} to ${name}`,
    change(content, refuse) {
      let isChanged = false
      for (const object of objectsAt(content, way)) {
        const [source, target] = [
          { object, name: from },
          { object, name },
        ]
        if (moveMember(source, target, isSame !== false, refuse)) isChanged = true
      }
      return isChanged
    },
  }
  const forms = replaceAt(recorded, way, (fields) => [
    ...fields.filter((form) => form !== before && form !== there),
    { ...moved, name },
  ])
  return { step, forms }
}

export function sameForm(one: FieldForm, other: FieldForm): boolean {
  const plain = (form: FieldForm) => JSON.stringify({ ...withoutPromises(form), name: '' })
  return plain(one) === plain(other)
}

/** Drops what reads promise: whether moved values keep it is checked later. */
export function withoutPromises({
  required: _required,
  options: _options,
  integer: _integer,
  ...form
}: FieldForm): FieldForm {
  return form
}

/**
 * Moves a value to another member. If the target exists with another form, any existing value there counts as a
 * conflict.
 */
export function moveMember(from: Member, to: Member, isSame: boolean, refuse: RefuseValue): boolean {
  const value = from.object[from.name]
  const there = to.object[to.name] ?? null
  if (value === undefined) return false
  if (isSomething(there) && (isSomething(value) || !isSame)) {
    refuse(value, `cannot replace ${JSON.stringify(there)}, which "${to.name}" holds already`)
    return false
  }
  if (!isSomething(there)) to.object[to.name] = value
  delete from.object[from.name]
  return true
}

interface Member {
  readonly object: JsonObject
  readonly name: string
}

function moveBlock({ table, recorded }: Origin, form: FieldForm, from: string, to: string, way: Way): FormStep {
  const rows = (content: JsonObject) =>
    objectsAt(content, way)
      .flatMap((object) => plainValues(form, object[form.name]).flatMap((value) => blocksOf(form, value)))
      .filter((row) => row['blockType'] === from)
  const step: Omit<ContentStep, 'form'> = {
    kind: 'move',
    description: `rename block ${table}.${prefixOf(way)}${form.name}.${from} to ${to}`,
    change(content) {
      const found: Record<string, JsonValue>[] = rows(content)
      for (const row of found) row['blockType'] = to
      return found.length > 0
    },
  }
  const forms = replaceAt(recorded, way, (fields) =>
    fields.map((one) => {
      if (one.name !== form.name) return one
      const { [from]: moved = [], ...blocks } = one.blocks ?? {}
      return { ...one, blocks: { ...blocks, [to]: moved } }
    }),
  )
  return { step, forms }
}
