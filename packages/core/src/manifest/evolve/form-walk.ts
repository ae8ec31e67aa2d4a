import type { ContentStep } from '../../contracts/content-spec.ts'
import type { FieldForm } from './field-form.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject, mapValues } from '../../content/json-object.ts'
import { rowsOf, dataOf, textBlocks } from '../../content/walk-content.ts'

export interface FormStep {
  readonly step: Omit<ContentStep, 'form'>
  readonly forms: readonly FieldForm[]
}

/** One level of a way to nested fields: into a group, into rows, or into the rows of one block type. */
export interface Inward {
  readonly form: FieldForm
  readonly block?: string
}

export type Way = readonly Inward[]

/** `seo.`, `sections.quote.` */
export function prefixOf(way: Way): string {
  return way.map(({ form, block }) => `${form.name}.${block === undefined ? '' : `${block}.`}`).join('')
}

export function objectsAt(content: JsonObject, way: Way): JsonObject[] {
  return way.reduce((objects, step) => objects.flatMap((object) => objectsInside(object, step)), [content])
}

function objectsInside(object: JsonObject, { form, block }: Inward): JsonObject[] {
  return plainValues(form, object[form.name]).flatMap((value) => {
    if (form.structure === 'group') return isObject(value) ? [value] : []
    if (block === undefined) return rowsOf(value)
    const ofType = blocksOf(form, value).filter((row) => row['blockType'] === block)
    return form.structure === 'value' ? ofType.map(dataOf).filter((data) => data !== null) : ofType
  })
}

/** The rows of a list of blocks, or the blocks of a text. */
export function blocksOf({ structure }: FieldForm, value: JsonValue | undefined): readonly JsonObject[] {
  return structure === 'value' ? textBlocks(value) : rowsOf(value)
}

/** The values of a field: one, or one for each locale. */
export function plainValues(form: FieldForm, value: JsonValue | undefined): readonly (JsonValue | undefined)[] {
  return form.localized && isObject(value) ? Object.values(value) : [value]
}

export function replaceAt(
  forms: readonly FieldForm[],
  way: Way,
  replace: (fields: readonly FieldForm[]) => readonly FieldForm[],
): readonly FieldForm[] {
  const [step, ...rest] = way
  if (!step) return replace(forms)
  return forms.map((form) => {
    if (form.name !== step.form.name) return form
    if (form.fields) return { ...form, fields: replaceAt(form.fields, rest, replace) }
    const inBlock = (fields: readonly FieldForm[], block: string) =>
      block === step.block ? replaceAt(fields, rest, replace) : fields
    return form.blocks ? { ...form, blocks: mapValues(form.blocks, inBlock) } : form
  })
}

/** The fields inside of a field, each with the way to them: those of a group or of rows, or those of each block. */
export function inside(form: FieldForm, way: Way): { readonly fields: readonly FieldForm[]; readonly way: Way }[] {
  if (form.fields) return [{ fields: form.fields, way: [...way, { form }] }]
  return Object.entries(form.blocks ?? {}).map(([block, fields]) => ({ fields, way: [...way, { form, block }] }))
}

/** Whether a value contains any non-empty scalar. */
export function isSomething(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value === 'object' ? Object.values(value).some(isSomething) : true
}
