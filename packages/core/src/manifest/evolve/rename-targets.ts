import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject, mapValues } from '../../content/json-object.ts'
import { richText } from '../../fields/rich-text.ts'
import type { FieldForm } from './field-form.ts'
import { inside, objectsAt, plainValues, type Way } from './form-walk.ts'

/**
 * Renames a collection in the relationships of a recorded form and of content in that form; null if no field points
 * there. The form still records removed fields, so these are renamed too.
 */
export function renameTargets(
  recorded: string,
  from: string,
  to: string,
): { readonly form: string; change(content: JsonObject): boolean } | null {
  const forms = JSON.parse(recorded) as FieldForm[]
  const found = pointingTo(forms, from, [])
  if (found.length === 0) return null
  return {
    form: JSON.stringify(retargeted(forms, from, to)),
    change(content) {
      let isChanged = false
      for (const { way, form } of found) {
        for (const object of objectsAt(content, way)) {
          for (const value of plainValues(form, object[form.name]))
            if (retargetValue(value ?? null, from, to) || retargetMentions(form, value ?? null, from, to))
              isChanged = true
        }
      }
      return isChanged
    },
  }
}

function pointingTo(
  forms: readonly FieldForm[],
  slug: string,
  way: Way,
): { readonly way: Way; readonly form: FieldForm }[] {
  return forms.flatMap((form) => [
    ...(form.targets?.includes(slug) || form.type === richText.name ? [{ way, form }] : []),
    ...inside(form, way).flatMap((inner) => pointingTo(inner.fields, slug, inner.way)),
  ])
}

function retargeted(forms: readonly FieldForm[], from: string, to: string): FieldForm[] {
  return forms.map((form) => ({
    ...form,
    ...(form.targets && { targets: form.targets.map((slug) => (slug === from ? to : slug)) }),
    ...(form.fields && { fields: retargeted(form.fields, from, to) }),
    ...(form.blocks && { blocks: mapValues(form.blocks, (fields) => retargeted(fields, from, to)) }),
  }))
}

/** A polymorphic reference contains the slug of its collection. */
function retargetValue(value: JsonValue, from: string, to: string): boolean {
  let isChanged = false
  for (const one of Array.isArray(value) ? value : [value]) {
    if (!isObject(one) || one['relationTo'] !== from) continue
    one['relationTo'] = to
    isChanged = true
  }
  return isChanged
}

/** Mentions in texts contain it as well. */
function retargetMentions({ type }: FieldForm, value: JsonValue, from: string, to: string): boolean {
  if (type !== richText.name || value === null) return false
  const named = richText.mentions?.in(value).filter(({ collection }) => collection === from) ?? []
  for (const { holder } of named) holder['relationTo'] = to
  return named.length > 0
}
