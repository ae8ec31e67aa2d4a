import { useQuery } from '@tanstack/react-query'
import { isApiError } from '../../data/api-error.ts'
import { request } from '../../data/client.ts'
import { LOG, type LogRight, RIGHT } from './log-right.ts'

/** What of the log the actor may see: only asking tells, since an application can have a rule of its own for it. */
async function askForRight(): Promise<LogRight> {
  try {
    await request('GET', LOG, { query: { where: { 'actor.label': { exists: true } }, after: '', limit: 1 } })
    return 'names'
  } catch (error) {
    if (isApiError(error, 'invalid_query')) return 'entries'
    if (isApiError(error, 'forbidden', 'not_found')) return 'none'
    throw error
  }
}

/** Undefined until it is known. */
export function useLogRight(): LogRight | undefined {
  return useQuery({ queryKey: RIGHT, queryFn: askForRight, staleTime: Number.POSITIVE_INFINITY }).data
}

export function useSeesLog(): boolean {
  const right = useLogRight()
  return right === 'entries' || right === 'names'
}
