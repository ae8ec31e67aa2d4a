import type { ContentStep, RefuseValue } from '../../contracts/content-spec.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { byName, type FieldForm } from './field-form.ts'
import {
  blocksOf,
  type FormStep,
  inside,
  isSomething,
  objectsAt,
  plainValues,
  prefixOf,
  replaceAt,
  type Way,
} from './form-walk.ts'
import { ConfigurationError } from '../../config/configuration-error.ts'
import { isObject } from '../../content/json-object.ts'

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
function withoutPromises({ required: _required, options: _options, integer: _integer, ...form }: FieldForm): FieldForm {
  return form
}

/**
 * Moves a value to another member. If the target exists with another form, any existing value there counts as a
 * conflict.
 */
function moveMember(from: Member, to: Member, isSame: boolean, refuse: RefuseValue): boolean {
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

/** A field whose `renamedFrom` is a path: it was moved into or out of a group. */
interface Distant {
  readonly node: FieldNode
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/**
 * Finds the first field with values at the path of its `renamedFrom`. Also looks under the current names of its former
 * groups, in case these were renamed.
 */
export function firstDistantMove(
  table: string,
  recorded: readonly FieldForm[],
  fields: readonly FieldNode[],
): FormStep | undefined {
  const all = distantIn(fields, [])
  for (const distant of all) {
    for (const from of [distant.from, asRenamed(fields, distant.from), ...asMoved(all, distant)]) {
      const source = formAt(recorded, from, `${table}.${distant.node.path}`)
      if (source) return move(table, recorded, source, { ...distant, from })
    }
  }
  return undefined
}

/** Puts moved fields at their former paths, for the assumed form of documents without a record. */
export function withDistantSources(forms: readonly FieldForm[], fields: readonly FieldNode[]): FieldForm[] {
  let former = [...forms]
  for (const { from, to } of distantIn(fields, [])) {
    const form = formAt(former, to, '')
    if (form) former = put(without(former, to), from, form)
  }
  return former
}

function distantIn(fields: readonly FieldNode[], way: readonly string[]): Distant[] {
  return fields.flatMap((node): Distant[] => {
    const { renamedFrom } = node.options
    const to = [...way, node.name]
    const own = renamedFrom?.startsWith('/') ? [{ node, from: renamedFrom.slice(1).split('/'), to }] : []
    return [...own, ...(node.structure === 'group' && !node.localized ? distantIn(node.fields, to) : [])]
  })
}

function asRenamed(fields: readonly FieldNode[], [name = '', ...rest]: readonly string[]): readonly string[] {
  if (rest.length === 0) return [name]
  const group = fields.find((node) => node.options.renamedFrom === name) ?? fields.find((node) => node.name === name)
  return [group?.name ?? name, ...asRenamed(group?.fields ?? [], rest)]
}

/** The path if a group around it was moved itself. */
function asMoved(all: readonly Distant[], { node, from }: Distant): string[][] {
  return all
    .filter((other) => other.node !== node && other.from.length < from.length)
    .filter((other) => other.from.every((name, index) => name === from[index]))
    .map((other) => [...other.to, ...from.slice(other.from.length)])
}

function formAt(forms: readonly FieldForm[], [name, ...rest]: readonly string[], place: string): FieldForm | undefined {
  const form = forms.find((one) => one.name === name)
  if (!form || rest.length === 0) return form
  if (form.structure === 'group' && !form.localized) return formAt(form.fields ?? [], rest, place)
  const what = form.structure === 'group' ? 'a localized group' : 'rows'
  if (!form.fields && !form.blocks) return undefined
  throw new ConfigurationError([
    {
      place,
      message: `\`renamedFrom\` leads into "${form.name}", which holds ${what} in stored documents: use a data migration`,
    },
  ])
}

function move(table: string, recorded: readonly FieldForm[], source: FieldForm, { from, to }: Distant): FormStep {
  const there = formAt(recorded, to, `${table}.${to.join('.')}`)
  const isSame = !there || sameForm(there, source)
  const name = to.at(-1) ?? ''
  const step: Omit<ContentStep, 'form'> = {
    kind: 'move',
    description: `move field ${table}.${from.join('.')} to ${to.join('.')}`,
    change: (content, refuse) => moveValue(content, from, to, isSame, refuse),
  }
  return { step, forms: put(without(recorded, from), to, { ...withoutPromises(source), name }) }
}

function moveValue(
  content: JsonObject,
  from: readonly string[],
  to: readonly string[],
  isSame: boolean,
  refuse: RefuseValue,
): boolean {
  const source = from.slice(0, -1).reduce<JsonObject | null>((object, name) => groupIn(object, name), content)
  const former = from.at(-1) ?? ''
  const value = source?.[former]
  if (!source || value === undefined) return false
  const isEmpty = !isSomething(value)
  const target = to.slice(0, -1).reduce<JsonObject | null>((object, name) => {
    const group = groupIn(object, name)
    if (group || !object || isEmpty) return group
    return (object[name] = {})
  }, content)
  const name = to.at(-1) ?? ''
  if (!target) {
    delete source[former]
    return true
  }
  return moveMember({ object: source, name: former }, { object: target, name }, isSame, refuse)
}

function groupIn(object: JsonObject | null, name: string): JsonObject | null {
  const value = object?.[name]
  return isObject(value) ? value : null
}

function without(forms: readonly FieldForm[], [name, ...rest]: readonly string[]): FieldForm[] {
  if (rest.length === 0) return forms.filter((form) => form.name !== name)
  return forms.map((form) => (form.name === name ? { ...form, fields: without(form.fields ?? [], rest) } : form))
}

/** Adds a form at a path, with missing groups on the way. */
function put(forms: readonly FieldForm[], [name = '', ...rest]: readonly string[], form: FieldForm): FieldForm[] {
  if (rest.length === 0) return [...forms.filter((one) => one.name !== name), { ...form, name }]
  const there = forms.find((one) => one.name === name)
  const group: FieldForm = there ?? { name, type: 'group', structure: 'group' }
  return [...forms.filter((one) => one !== there), { ...group, fields: put(group.fields ?? [], rest, form) }]
}
