import { type Entity, formsOf, type JsonSchema } from '@quire/core'
import { schemaName, schemaReference } from './component-names.ts'

export interface Asked {
  /** Whether the call can ask for all locales. */
  readonly takesLocale?: boolean
  /** Whether it can ask for a part, or for other documents in the place of ids. */
  readonly takesSelect?: boolean
}

/**
 * A document in one of its forms: whole and in one locale unless the call asks for something else, if it can. These are alternatives for
 * the document, not for each field.
 */
export function documentReference(
  entity: Entity,
  form: 'document' | 'content' | 'create' | 'update' | 'overrides',
  { takesLocale = false, takesSelect = false }: Asked,
): JsonSchema {
  const own = form === 'overrides' && !formsOf(entity).includes(form) ? 'update' : form
  const forms = takesSelect ? [own, 'view'] : [own]
  const wanted = forms.flatMap((one) => (takesLocale ? [one, `${one}AllLocales`] : [one]))
  const names = formsOf(entity).filter((name) => wanted.includes(name))
  const references = names.map((name) => ({ $ref: schemaReference(schemaName(entity, name)) }))
  return references.length === 1 && references[0] ? references[0] : { anyOf: references }
}
