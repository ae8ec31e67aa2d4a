import { type AnswerSpec, type DocumentForm, type Entity, formsOf, type JsonSchema } from '@quirecms/core'
import { schemaName, schemaReference } from './component-names.ts'

export function documentReference(entity: Entity, form: DocumentForm): JsonSchema {
  return { $ref: schemaReference(schemaName(entity, form)) }
}

/** Whether the response may lack required values, and so has a form of its own. */
export function isUnfinished(entity: Entity, spec: AnswerSpec): boolean {
  return spec.kind === 'doc' && spec.unfinished === true && formsOf(entity).includes('documentUnfinished')
}

/**
 * Returns the schema of a document to write: in one locale or, if the call supports it, in all. The alternatives apply
 * to the whole document, not to each field.
 */
export function inputReference(
  entity: Entity,
  form: 'create' | 'update' | 'overrides',
  takesLocale: boolean,
): JsonSchema {
  const own = form === 'overrides' && !formsOf(entity).includes(form) ? 'update' : form
  const plain = documentReference(entity, own)
  if (!takesLocale || !entity.localized) return plain
  return { anyOf: [plain, documentReference(entity, `${own}AllLocales`)] }
}

/**
 * Returns the schemas of other response forms, such as partial documents or all locales. The response itself is
 * described by its default form: with alternatives, a generated client could rely on no field (docs/adr/0052).
 */
export function otherForms(entity: Entity, form: DocumentForm): JsonSchema {
  if (form !== 'document' && form !== 'documentUnfinished' && form !== 'content') return {}
  const known = formsOf(entity)
  const view = form === 'document' ? 'view' : form === 'documentUnfinished' ? 'viewUnfinished' : null
  const forms: Readonly<Record<string, DocumentForm | null>> = {
    view,
    allLocales: `${form}AllLocales`,
    viewAllLocales: view && `${view}AllLocales`,
  }
  const entries = Object.entries(forms).flatMap(([name, other]) =>
    other !== null && known.includes(other) ? [[name, documentReference(entity, other)]] : [],
  )
  return entries.length === 0 ? {} : { 'x-quire-forms': Object.fromEntries(entries) as JsonSchema }
}
