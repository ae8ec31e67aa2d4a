import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { collection, global } from '../../data/client.ts'
import type { Capabilities, Page, Snapshot } from '../../data/document.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import { can } from '../../data/entities.ts'
import { outdatedKeys } from '../../data/translation-changes.ts'
import { keys, may } from '../../data/use-documents.ts'

/** Maximum number of examined revisions. */
const REVISIONS = 25

const NONE: ReadonlySet<string> = new Set()

/** Keys of source values that changed since they were translated. None without versions or the right to read them. */
export function useSourceChanges(
  place: DocumentPlace,
  access: Capabilities,
  source: string | undefined,
): ReadonlySet<string> {
  const { entity, kind, id, locale } = place
  const isKnown = source !== undefined && id !== null && can(entity, 'versions') && may(access, 'readVersions')
  const { data } = useQuery({
    queryKey: [
      ...(kind === 'global' ? keys.global(entity.slug) : [...keys.collection(entity.slug), id]),
      'source-changes',
    ],
    queryFn: async (): Promise<Page<Snapshot>> => {
      const options = { locale: 'all', limit: REVISIONS }
      const answer = await (kind === 'global'
        ? global(entity.slug).versions(options)
        : collection(entity.slug).versions(id ?? '', options))
      return answer
    },
    enabled: isKnown,
  })
  return useMemo(() => {
    if (!data || source === undefined || locale === undefined) return NONE
    const { docs, pagination } = data
    return outdatedKeys(entity.fields, docs, { source, target: locale }, !pagination.hasNextPage)
  }, [data, entity, source, locale])
}
