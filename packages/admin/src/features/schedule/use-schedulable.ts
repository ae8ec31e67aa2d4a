import { can } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useContent } from '../../data/use-overview.ts'
import { useRightsOf } from '../../data/use-rights.ts'

/** Collections whose documents the actor may schedule. */
export function useSchedulable(): EntitySchema[] {
  const content = useContent().filter((entity) => can(entity, 'schedule'))
  const rights = useRightsOf(content.map(({ slug }) => slug))
  return content.filter(({ slug }) => may(rights[slug], 'schedule'))
}
