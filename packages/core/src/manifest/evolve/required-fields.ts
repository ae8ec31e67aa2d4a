import type { LackOfValues } from '../../contracts/content-spec.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { isEmpty } from '../../content/empty-value.ts'
import { byName, type FieldForm } from './field-form.ts'
import { inside, objectsAt, prefixOf, replaceAt, type Way } from './form-walk.ts'

/**
 * Fields that are required today, and of which nobody has found yet that all documents have them: they came to documents that were there,
 * or were not required before. Reads show null where there is nothing.
 */
export function lackingIn(recorded: readonly FieldForm[], today: readonly FieldForm[]): LackOfValues[] {
  return doubtful(recorded, today, []).map(({ way, name }) => ({
    path: prefixOf(way) + name,
    isIn: (content: JsonObject) => objectsAt(content, way).some((object) => isEmpty(object[name])),
    settled: (form) => {
      const settle = (fields: readonly FieldForm[]) =>
        fields.map((one) => (one.name === name ? { ...one, required: true } : one))
      return JSON.stringify(replaceAt(JSON.parse(form) as FieldForm[], way, settle))
    },
  }))
}

function doubtful(
  recorded: readonly FieldForm[],
  today: readonly FieldForm[],
  way: Way,
): { readonly way: Way; readonly name: string }[] {
  const before = byName(recorded)
  return today.flatMap((form) => {
    const known = before.get(form.name)
    const own = form.required && known?.required !== true ? [{ way, name: form.name }] : []
    const within = known?.structure === form.structure ? inside(form, way) : []
    return [
      ...own,
      ...within.flatMap((inner) => {
        const block = inner.way.at(-1)?.block
        return doubtful((block === undefined ? known?.fields : known?.blocks?.[block]) ?? [], inner.fields, inner.way)
      }),
    ]
  })
}
