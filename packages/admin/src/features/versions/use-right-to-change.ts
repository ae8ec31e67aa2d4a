import { useQuery } from '@tanstack/react-query'
import type { Capabilities } from '../../data/document.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { accessQuery, globalAccessQuery, may } from '../../data/use-documents.ts'
import type { HistoryPlace } from './use-history.ts'

/** Whether the actor may change the document now, and which of its fields. The service checks it again. */
export function useRightToChange({ kind, entity, id }: HistoryPlace) {
  const isGlobal = kind === 'global'
  const ofGlobal = useQuery({ ...globalAccessQuery(entity.slug), enabled: isGlobal })
  const ofDocument = useQuery({ ...accessQuery(entity.slug, id), enabled: !isGlobal })
  const access: Capabilities | undefined = isGlobal ? ofGlobal.data : ofDocument.data
  const mayChange = may(access, 'update')
  return {
    access,
    mayChange,
    mayChangeField: ({ path, readOnly, structure }: FieldSchema) =>
      mayChange && !readOnly && structure !== 'computed' && access?.fields[path]?.update !== false,
  }
}
