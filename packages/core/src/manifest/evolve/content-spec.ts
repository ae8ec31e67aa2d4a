import type { ContentSpec, ContentStep, RenamedContent } from '../../contracts/content-spec.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { Localization } from '../../contracts/localization.ts'
import { shapeOfContent } from '../../content/exact-content.ts'
import { firstConversion } from './convert-content.ts'
import { droppedSince, newFieldsIn } from './drop-content.ts'
import { type FieldForm, formerFormOf, formOf, sorted, withToday } from './field-form.ts'
import type { FormStep } from './form-walk.ts'
import { firstDistantMove, firstMove, withDistantSources } from './move-content.ts'
import { doubtfulIn } from './doubtful-values.ts'

export function contentSpecOf(
  table: string,
  fields: readonly FieldNode[],
  shape: string,
  renamed: readonly RenamedContent[],
  localization: Localization | null,
  { isComplete, isForDrafts }: { readonly isComplete: boolean; readonly isForDrafts: boolean },
): ContentSpec {
  const today = formOf(fields, { ofDocuments: isComplete, here: isComplete })
  const form = JSON.stringify(today)
  return {
    form,
    since: (recorded) =>
      recorded === form ? [] : stepsSince(table, fields, today, JSON.parse(recorded) as FieldForm[], localization),
    renamed,
    assumed: () => JSON.stringify(sorted(withDistantSources(formerFormOf(fields), fields))),
    doubtful: (recorded) =>
      recorded === form ? [] : doubtfulIn(JSON.parse(recorded) as FieldForm[], today, isForDrafts),
    shapeOf: (content) => shapeOfContent(fields, content, shape),
  }
}

/** Plans the steps from the recorded form to today's; each step starts from the form that the previous one leaves. */
function stepsSince(
  table: string,
  fields: readonly FieldNode[],
  today: readonly FieldForm[],
  recorded: readonly FieldForm[],
  localization: Localization | null,
): ContentStep[] {
  const steps: ContentStep[] = []
  let forms = recorded
  const take = (next: (forms: readonly FieldForm[]) => FormStep | undefined) => {
    for (let found = next(forms); found; found = next(forms)) {
      forms = sorted(found.forms)
      steps.push({ ...found.step, form: JSON.stringify(forms) })
    }
  }
  take((from) => firstMove(table, from, fields))
  take((from) => firstDistantMove(table, from, fields))
  take((from) => firstConversion({ table, recorded: from, localization }, fields))
  const noted = withToday(forms, today)
  const form = JSON.stringify(noted)
  if (form !== JSON.stringify(forms))
    steps.push({ kind: 'note', description: `remember the fields of ${table}`, form, change: () => false })
  return [...steps, ...droppedSince(table, noted, today, newFieldsIn(forms, fields))]
}
