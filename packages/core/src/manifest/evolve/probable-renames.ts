import type { FieldNode } from '../../contracts/field.ts'
import { type FieldForm, formOfField } from './field-form.ts'
import { prefixOf, type Way } from './form-walk.ts'
import { sameForm } from './move-content.ts'

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
export function renameHint(table: string, way: Way, form: FieldForm, added: readonly NewField[]): string | undefined {
  if (way.some((step) => step.form.structure !== 'group' || step.form.localized)) return undefined
  const [found, ...others] = added.filter((one) => sameForm(one.form, form))
  if (!found || others.length > 0) return undefined
  const from = [...way.map((step) => step.form.name), form.name]
  const isBeside = from.slice(0, -1).join('/') === found.names.slice(0, -1).join('/')
  const renamedFrom = isBeside ? form.name : `/${from.join('/')}`
  return `${table}.${prefixOf(way)}${form.name} is gone and ${table}.${found.names.join('.')} is new, of the same type. If you renamed it, add \`renamedFrom: '${renamedFrom}'\` before you migrate.`
}
