import { useMemo } from 'react'
import { useAllRights } from '../../data/use-rights.ts'
import { useSchema } from '../../data/use-session.ts'
import type { Grantable } from './key-scopes.ts'

/** The rights of the actor, which limit what they can grant to a key; undefined while loading. */
export function useGrantable(): readonly Grantable[] | undefined {
  const schema = useSchema()
  const rights = useAllRights()
  return useMemo(() => {
    if (!rights) return undefined
    return (['collections', 'globals'] as const).flatMap((kind) =>
      Object.values(schema[kind]).flatMap((entity): Grantable[] => {
        const operations = Object.entries(rights[kind][entity.slug]?.operations ?? {})
        const actions = operations.flatMap(([name, isAllowed]) => (isAllowed ? [name] : []))
        return actions.length > 0 ? [{ entity, kind, actions }] : []
      }),
    )
  }, [schema, rights])
}
