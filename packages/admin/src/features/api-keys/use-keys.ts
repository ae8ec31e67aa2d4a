import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { account, users } from '../../data/client.ts'
import type { Grantable, KeyScopes } from './key-scopes.ts'
import { useOnce } from '../../data/use-once.ts'
import { useAllRights } from '../../data/use-rights.ts'
import { useSchema } from '../../data/use-session.ts'

const MANY = 100

export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly note: string | null
  readonly prefix: string
  readonly scopes: KeyScopes | null
  readonly addresses: readonly string[] | null
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly lastUsedAddress: string | null
  readonly formerUntil: string | null
}

export interface NewKey {
  readonly name: string
  readonly note?: string
  readonly expiresAt?: string
  readonly scopes: KeyScopes | null
  readonly addresses?: readonly string[]
}

/** The owner of the keys: the user themselves, or an account that the actor manages. */
export interface KeyOwner {
  readonly slug: string
  readonly id: string
}

const ownKeysKey = ['me', 'api-keys'] as const

const apiKeysQueryKey = (owner: KeyOwner | null) => (owner ? ['api-keys', owner.slug, owner.id] : ownKeysKey)

/** Disabled if these users can't have keys. */
export function useKeys(owner: KeyOwner | null) {
  return useQuery({
    queryKey: apiKeysQueryKey(owner),
    queryFn: async (): Promise<readonly ApiKey[]> => {
      const page = owner
        ? await users(owner.slug).userApiKeys(owner.id, { limit: MANY })
        : await account.apiKeys({ limit: MANY })
      return page.docs
    },
    retry: false,
  })
}

export function useCreateKey(owner: KeyOwner | null) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: (request: NewKey) =>
      owner ? users(owner.slug).createUserApiKey(owner.id, request) : account.createApiKey(request),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeysQueryKey(owner) }),
  })
}

/** Changes of a key; omitted properties stay. */
export interface NarrowerKey {
  readonly name: string
  readonly note: string | null
  readonly expiresAt?: string
  readonly scopes?: KeyScopes
  readonly addresses?: readonly string[] | null
}

export function useNarrowKey(owner: KeyOwner | null, id: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: (request: NarrowerKey) =>
      owner ? users(owner.slug).updateUserApiKey(owner.id, id, request) : account.updateApiKey(id, request),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeysQueryKey(owner) }),
  })
}

/** The overlap is the number of seconds for which the old secret stays valid. */
export function useRotateKey(owner: KeyOwner | null) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: ({ id, overlap }: { readonly id: string; readonly overlap: number }) =>
      owner ? users(owner.slug).rotateUserApiKey(owner.id, id, { overlap }) : account.rotateApiKey(id, { overlap }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeysQueryKey(owner) }),
  })
}

export function useRevokeKey(owner: KeyOwner | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => (owner ? users(owner.slug).deleteUserApiKey(owner.id, id) : account.deleteApiKey(id)),
    onSettled: () => queries.invalidateQueries({ queryKey: apiKeysQueryKey(owner) }),
  })
}

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
