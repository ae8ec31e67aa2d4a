import { queryOptions, useQuery } from '@tanstack/react-query'
import { overview } from './client.ts'
import { can } from './entities.ts'
import type { Limits } from './model/model-path.ts'
import { queryClient } from './query-client.ts'
import type { EntitySchema } from './schema.ts'
import { partOfStart } from './start.ts'
import { may } from './use-documents.ts'

/** Capabilities of the actor for a collection or a global, for any of its documents. */
export interface Rights {
  readonly operations: Readonly<Record<string, boolean>>
  readonly fields?: Limits
}

/** Capabilities for the whole application. Missing entries are closed to the actor. */
interface AllRights {
  readonly collections: Readonly<Record<string, Rights | undefined>>
  readonly globals: Readonly<Record<string, Rights | undefined>>
  /** Whether the actor may see or queue any job. */
  readonly jobs?: boolean
}

const NONE: Rights = { operations: {} }

const rightsQuery = queryOptions({
  queryKey: ['rights'],
  queryFn: async (): Promise<AllRights> => (await partOfStart('access')) ?? overview.access(),
  staleTime: 60_000,
})

/** All capabilities; undefined while loading. */
export function useAllRights(): AllRights | undefined {
  return useQuery(rightsQuery).data
}

export function useSeesJobs(): boolean {
  return useQuery(rightsQuery).data?.jobs ?? false
}

/** The same outside of components: what is known now. */
export function seesJobsNow(): boolean {
  return queryClient.getQueryData(rightsQuery.queryKey)?.jobs ?? false
}

/** The error that keeps the rights unknown, so that no action is offered; null if they are known or loading. */
export function useRightsFailure(): Error | null {
  return useQuery(rightsQuery).error
}

/** Capabilities for a collection; undefined while loading. */
export function useRights(slug: string): Rights | undefined {
  const { data } = useQuery(rightsQuery)
  return data && (data.collections[slug] ?? NONE)
}

export function useGlobalRights(slug: string): Rights | undefined {
  const { data } = useQuery(rightsQuery)
  return data && (data.globals[slug] ?? NONE)
}

/** Capabilities for several collections, from one request. */
export function useRightsOf(slugs: readonly string[]): Readonly<Record<string, Rights | undefined>> {
  const { data } = useQuery(rightsQuery)
  return Object.fromEntries(slugs.map((slug) => [slug, data && (data.collections[slug] ?? NONE)]))
}

/** Globals that the actor may read. */
export function useReadableGlobals(slugs: readonly string[]): readonly string[] {
  const { data } = useQuery(rightsQuery)
  return slugs.filter((slug) => data?.globals[slug]?.operations['read'] === true)
}

/** Whether the actor may see when others last signed in. */
export function seesSignIns(entity: EntitySchema, rights: Rights | undefined): boolean {
  return can(entity, 'listSignIns') && may(rights, 'unlock')
}
