import { useQuery } from '@tanstack/react-query'
import { collection, global } from '../../data/client.ts'
import type { DocumentPlace } from '../../data/document-api.ts'

/** Renewal before expiry, because a page may still be loading with the token. */
const EARLY = 60_000

export function usePreviewToken({ kind, entity, id }: DocumentPlace, enabled: boolean) {
  return useQuery({
    queryKey: ['preview-token', kind, entity.slug, id],
    queryFn: () =>
      kind === 'global' ? global(entity.slug).previewToken() : collection(entity.slug).previewToken(id ?? ''),
    enabled: enabled && id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (!state.data) return false
      return Math.max(new Date(state.data.expiresAt).getTime() - Date.now() - EARLY, EARLY / 4)
    },
  })
}
