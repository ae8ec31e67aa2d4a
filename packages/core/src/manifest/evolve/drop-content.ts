import type { ContentStep } from '../../contracts/content-spec.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { mapTextBlocks } from '../../content/walk-content.ts'
import { byName, type FieldForm, formOfField } from './field-form.ts'
import { blocksOf, inside, isSomething, objectsAt, plainValues, prefixOf, replaceAt, type Way } from './form-walk.ts'
import type { FieldNode } from '../../contracts/field.ts'
import { sameForm } from './move-content.ts'

/** A recorded field or block type that the configuration no longer has. */
interface LeftOver {
  readonly way: Way
  readonly form: FieldForm
  /** The block type, if the field itself still exists. */
  readonly block?: string
}

export function droppedSince(
  table: string,
  recorded: readonly FieldForm[],
  today: readonly FieldForm[],
  added: readonly NewField[],
): ContentStep[] {
  let forms = recorded
  return leftOversIn(recorded, today, []).map((one) => {
    forms = without(forms, one)
    return one.block === undefined ? dropField(table, one, forms, added) : dropBlock(table, one, one.block, forms)
  })
}

function leftOversIn(recorded: readonly FieldForm[], today: readonly FieldForm[], way: Way): LeftOver[] {
  const now = byName(today)
  return recorded.flatMap((form): LeftOver[] => {
    const same = now.get(form.name)
    if (!same) return [{ way, form }]
    if (same.structure !== form.structure) return []
    return inside(form, way).flatMap((inner): LeftOver[] => {
      const block = inner.way.at(-1)?.block
      const fields = block === undefined ? same.fields : same.blocks?.[block]
      if (!fields) return block === undefined ? [] : [{ way, form, block }]
      return leftOversIn(inner.fields, fields, inner.way)
    })
  })
}

function without(forms: readonly FieldForm[], { way, form, block }: LeftOver): readonly FieldForm[] {
  return replaceAt(forms, way, (fields) => {
    if (block === undefined) return fields.filter(({ name }) => name !== form.name)
    return fields.map((one) => {
      if (one.name !== form.name) return one
      const { [block]: _gone, ...blocks } = one.blocks ?? {}
      return { ...one, blocks }
    })
  })
}

function dropField(
  table: string,
  { way, form }: LeftOver,
  left: readonly FieldForm[],
  added: readonly NewField[],
): ContentStep {
  const { name } = form
  const hint = renameHint(table, way, form, added)
  const holders = (content: JsonObject) => objectsAt(content, way).filter((object) => Object.hasOwn(object, name))
  return {
    kind: 'drop',
    description: `drop field ${table}.${prefixOf(way)}${name}`,
    form: JSON.stringify(left),
    ...(hint !== undefined && { hint }),
    change(content) {
      const found = holders(content)
      for (const object of found) delete object[name]
      return found.length > 0
    },
    loss: {
      of: 'value',
      count: (content) =>
        holders(content).flatMap((object) => plainValues(form, object[name]).filter(isSomething)).length,
    },
  }
}

function dropBlock(table: string, { way, form }: LeftOver, block: string, left: readonly FieldForm[]): ContentStep {
  const isOfBlock = (row: JsonValue) => isObject(row) && row['blockType'] === block
  const count = (content: JsonObject) =>
    objectsAt(content, way).flatMap((object) =>
      plainValues(form, object[form.name]).flatMap((value) => blocksOf(form, value).filter(isOfBlock)),
    ).length
  const cut = (value: JsonValue) => {
    if (form.structure === 'value') return mapTextBlocks(value, (one) => (isOfBlock(one) ? null : one))
    return Array.isArray(value) ? value.filter((row) => !isOfBlock(row)) : value
  }
  return {
    kind: 'drop',
    description: `drop block ${table}.${prefixOf(way)}${form.name}.${block}`,
    form: JSON.stringify(left),
    change(content) {
      if (count(content) === 0) return false
      for (const object of objectsAt(content, way)) mapPlain(object, form, cut)
      return true
    },
    loss: { of: 'row', count },
  }
}

function mapPlain(object: JsonObject, form: FieldForm, map: (value: JsonValue) => JsonValue): void {
  const value = object[form.name]
  if (value === undefined) return
  if (!form.localized || !isObject(value)) object[form.name] = map(value)
  else for (const [locale, one] of Object.entries(value)) value[locale] = map(one)
}

export interface NewField {
  readonly names: readonly string[]
  readonly form: FieldForm
}

/** The new fields outside of rows, where `renamedFrom` is possible. */
export function newFieldsIn(
  recorded: readonly FieldForm[],
  fields: readonly FieldNode[],
  way: readonly string[] = [],
): NewField[] {
  return fields.flatMap((node): NewField[] => {
    const names = [...way, node.name]
    const known = recorded.find(({ name }) => name === node.name)
    const form = formOfField(node, { ofDocuments: false, here: false })
    const own = form && !known && node.options.renamedFrom === undefined ? [{ names, form }] : []
    const isOpen = node.structure === 'group' && !node.localized && (!known || known.structure === 'group')
    return [...own, ...(isOpen ? newFieldsIn(known?.fields ?? [], node.fields, names) : [])]
  })
}

/** A hint if a removed field was probably renamed to a new one. None if several new fields match. */
function renameHint(table: string, way: Way, form: FieldForm, added: readonly NewField[]): string | undefined {
  if (way.some((step) => step.form.structure !== 'group' || step.form.localized)) return undefined
  const [found, ...others] = added.filter((one) => sameForm(one.form, form))
  if (!found || others.length > 0) return undefined
  const from = [...way.map((step) => step.form.name), form.name]
  const isBeside = from.slice(0, -1).join('/') === found.names.slice(0, -1).join('/')
  const renamedFrom = isBeside ? form.name : `/${from.join('/')}`
  return `${table}.${prefixOf(way)}${form.name} is gone and ${table}.${found.names.join('.')} is new, of the same type. If you renamed it, add \`renamedFrom: '${renamedFrom}'\` before you migrate.`
}
