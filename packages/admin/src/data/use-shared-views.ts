import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListSearch } from './addresses.ts'
import { account } from './client.ts'
import { useSchema } from './use-session.ts'

export interface SharedView {
  readonly key: string
  readonly name: string
  readonly search: ListSearch
  /** Empty if all readers of the collection may use it. */
  readonly roles: readonly string[]
}

interface SharedViews {
  readonly views: readonly SharedView[]
  readonly mayShare: boolean
  /** The role field of users; null if views can't be restricted to roles. */
  readonly rolesIn: string | null
}

const NONE: SharedViews = { views: [], mayShare: false, rolesIn: null }

const sharedViewsQueryKey = (slug: string) => ['shared views', slug]

export function useSharedViews(slug: string): SharedViews {
  const { operations } = useSchema()
  const { data } = useQuery({
    queryKey: sharedViewsQueryKey(slug),
    queryFn: async (): Promise<SharedViews> => {
      const { docs, mayShare, rolesIn } = await account.views(slug)
      const views = docs.map(({ key, name, value, roles }) => ({
        key,
        name,
        // Stored by any client, so it can be any value.
        search: (typeof value === 'object' && value !== null ? value : {}) as ListSearch,
        roles,
      }))
      return { views, mayShare, rolesIn }
    },
    enabled: operations.includes('listViews'),
    staleTime: 60_000,
    // Lists work without shared views.
    retry: false,
  })
  return data ?? NONE
}

export function useShareView(slug: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ key, name, search, roles }: SharedView) =>
      account.shareView(slug, key, { name, value: search, roles: [...roles] }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sharedViewsQueryKey(slug) }),
  })
}

export function useUnshareView(slug: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => account.unshareView(slug, key),
    onSuccess: () => queries.invalidateQueries({ queryKey: sharedViewsQueryKey(slug) }),
  })
}
