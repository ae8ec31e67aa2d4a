import { type AnswerSpec, type DocumentForm, type Entity, formsOf, type JsonSchema } from '@quirecms/core'
import { schemaName, schemaReference } from './component-names.ts'

/** A document in one of its forms. */
export function documentReference(entity: Entity, form: DocumentForm): JsonSchema {
  return { $ref: schemaReference(schemaName(entity, form)) }
}

/** Whether an answer may lack what the entity's documents have otherwise, so that it has a form of its own. */
export function isUnfinished(entity: Entity, spec: AnswerSpec): boolean {
  return spec.kind === 'doc' && spec.unfinished === true && formsOf(entity).includes('documentUnfinished')
}

/**
 * A document to be written: in one locale or, if the call can say so, in all of them. These are alternatives for the document, not for
 * each field.
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
 * What a call answers with that asks for something else than whole documents in one locale. An answer is described as it is without
 * that: as alternatives, these forms would leave a generated client with no field that it can rely on (docs/adr/0052).
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
