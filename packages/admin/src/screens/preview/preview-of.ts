import type { Capabilities } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import { may } from '../../data/use-documents.ts'

/** The template of the page that shows a document, if there is one and the actor may see it. */
export function previewOf({ entity, id }: Place, access: Capabilities): string | undefined {
  return id !== null && may(access, 'preview') ? entity.admin?.preview : undefined
}
