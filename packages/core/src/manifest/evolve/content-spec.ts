import type { ContentSpec, ContentStep } from '../../contracts/content-spec.ts'
import type { FieldNode } from '../../contracts/field.ts'
import { shapeOfContent } from '../../content/exact-content.ts'
import { droppedSince } from './drop-content.ts'
import { type FieldForm, formOf, withToday } from './field-form.ts'

/** What migrations need to know of an entity's fields. */
export function contentSpecOf(table: string, fields: readonly FieldNode[], shape: string): ContentSpec {
  const today = formOf(fields)
  const form = JSON.stringify(today)
  return {
    form,
    since: (recorded) => (recorded === form ? [] : stepsSince(table, today, JSON.parse(recorded) as FieldForm[])),
    shapeOf: (content) => shapeOfContent(fields, content, shape),
  }
}

/** Each step starts from what is recorded after the one before it. */
function stepsSince(table: string, today: readonly FieldForm[], recorded: readonly FieldForm[]): ContentStep[] {
  const noted = withToday(recorded, today)
  const form = JSON.stringify(noted)
  const note: ContentStep = { kind: 'note', description: `note the fields of ${table}`, form, change: () => false }
  return [...(form === JSON.stringify(recorded) ? [] : [note]), ...droppedSince(table, noted, today)]
}
