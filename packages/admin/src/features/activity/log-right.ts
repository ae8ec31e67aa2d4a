import { useQuery } from '@tanstack/react-query'
import { isApiError } from '../../data/api-error.ts'
import { request } from '../../data/client.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { isAuth } from '../../data/entities.ts'
import { useSession } from '../../data/use-session.ts'

export const LOG = '/api/plugins/audit/entries'

/** Reports which part of the log the actor may see. */
const RIGHTS = '/api/plugins/audit/rights'

/** Query key of the actor's rights to the log. */
export const RIGHT = ['activity', 'right'] as const

/** The part of the log that the actor may see; `names` also allows filters by users' names. */
export type LogRight = 'none' | 'own' | 'others' | 'names'

async function askForRight(): Promise<LogRight> {
  try {
    const { others, labels } = await request<{ others: boolean; labels: boolean }>('GET', RIGHTS)
    if (!others) return 'own'
    return labels ? 'names' : 'others'
  } catch (error) {
    if (isApiError(error, 'forbidden', 'not_found')) return 'none'
    throw error
  }
}

/** Undefined while loading. */
export function useLogRight(): LogRight | undefined {
  return useQuery({ queryKey: RIGHT, queryFn: askForRight, staleTime: Number.POSITIVE_INFINITY }).data
}

/**
 * Whether the actor may see the log of a document. The log of another user's account needs the right to see actions of
 * others.
 */
export function useSeesHistory(entity: EntitySchema, id: string | null): boolean {
  const isOwn = useIsOwnAccount(entity, id)
  return useSeesOthers() || isOwn || !isAuth(entity)
}

export function useIsOwnAccount(entity: EntitySchema, id: string | null): boolean {
  const { user, collection } = useSession()
  return isAuth(entity) && entity.slug === collection && id === user.id
}

export function useSeesOthers(): boolean {
  const right = useLogRight()
  return right === 'others' || right === 'names'
}
