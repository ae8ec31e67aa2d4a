import type { DoubtfulValues } from '../../contracts/content-spec.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isEmpty } from '../../content/walk-content.ts'
import { isOther } from './convert-content.ts'
import { byName, type FieldForm } from './field-form.ts'
import { inside, objectsAt, plainValues, prefixOf, replaceAt, type Way } from './form-walk.ts'

/** A promise of reads that stored documents are not known to keep yet. */
interface Doubt {
  readonly says: string
  readonly isWrong: (value: JsonValue | undefined) => boolean
  /** Recorded once all documents keep the promise. */
  readonly settled: Partial<FieldForm>
}

/**
 * Fields for which reads promise more now than when documents were stored: they became required, have fewer options, or
 * became integers. Reads show such documents as they are, and null for missing values.
 */
export function doubtfulIn(
  recorded: readonly FieldForm[],
  today: readonly FieldForm[],
  mayLackInDrafts: boolean,
): DoubtfulValues[] {
  return doubtful(recorded, today, []).map(({ way, form, doubt: { says, isWrong, settled } }) => ({
    path: prefixOf(way) + form.name,
    says,
    isForDrafts: mayLackInDrafts && settled.required === true,
    isIn: (content: JsonObject) => objectsAt(content, way).some((object) => isWrong(object[form.name])),
    settled: (recordedForm) => {
      // In the order of today's members, so that the record equals that of a new table.
      const settle = (fields: readonly FieldForm[]) =>
        fields.map((one) => (one.name === form.name ? { ...form, ...one, ...settled } : one))
      return JSON.stringify(replaceAt(JSON.parse(recordedForm) as FieldForm[], way, settle))
    },
  }))
}

function doubtful(
  recorded: readonly FieldForm[],
  today: readonly FieldForm[],
  way: Way,
): { readonly way: Way; readonly form: FieldForm; readonly doubt: Doubt }[] {
  const before = byName(recorded)
  return today.flatMap((form) => {
    const known = before.get(form.name)
    const own = doubtsOf(known, form).map((doubt) => ({ way, form, doubt }))
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

/** A field that is not recorded yet has no values, so only `required` can be violated. */
function doubtsOf(known: FieldForm | undefined, form: FieldForm): Doubt[] {
  const { required } = form
  // Values that are still to be converted have no options or integers yet; the conversion ensures them.
  const { options, integer }: Partial<FieldForm> = known && isOther(known, form) ? {} : form
  const doubts: Doubt[] = []
  if (required && known?.required !== true)
    doubts.push({
      says: 'is required, but documents lack it, and reads show null',
      isWrong: isEmpty,
      settled: { required },
    })
  if (options && known && !known.options?.every((option) => options.includes(option)))
    doubts.push({
      says: 'has values that are no longer options. Change them, or allow them again. Until then, reads show them',
      isWrong: anyOf(form, (value) => typeof value !== 'string' || !options.includes(value)),
      settled: { options },
    })
  if (integer && known && known.integer !== true)
    doubts.push({
      says: 'has numbers that are not whole. Change them, or allow them again. Until then, reads show them',
      isWrong: anyOf(form, (value) => !Number.isInteger(value)),
      settled: { integer },
    })
  return doubts
}

/** Checks all locales and list elements. Missing values are never wrong. */
function anyOf(form: FieldForm, isWrong: (value: JsonValue) => boolean): Doubt['isWrong'] {
  return (value) =>
    plainValues(form, value).some((plain) =>
      (Array.isArray(plain) ? plain : [plain]).some((one) => one !== undefined && one !== null && isWrong(one)),
    )
}
