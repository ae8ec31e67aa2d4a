import { type KeyScopes, scopeActions } from '@quirecms/core/feature'
import { areNarrower } from './address-ranges.ts'

/** Whether `scopes` allow nothing that `former` doesn't. Null allows everything. */
export function hasNarrowerScopes(scopes: KeyScopes | null, former: KeyScopes | null): boolean {
  if (former === null) return true
  if (scopes === null) return false
  const parts = ['collections', 'globals', 'plugins'] as const
  return (
    (former.drafts !== false || scopes.drafts === false) &&
    parts.every((part) => hasFewerActions(scopes[part] ?? {}, former[part] ?? {}))
  )
}

type ScopePart = NonNullable<KeyScopes['collections']>

/** `*` stands for all names that neither part mentions. */
function hasFewerActions(part: ScopePart, former: ScopePart): boolean {
  const names = new Set([scopeActions.every, ...Object.keys(part), ...Object.keys(former)])
  return [...names].every((name) => {
    const before = scopeActions.of(former, name)
    return scopeActions.of(part, name).every((action) => scopeActions.include(before, action))
  })
}

export function hasNarrowerAddresses(addresses: readonly string[] | null, former: readonly string[] | null): boolean {
  return former === null || (addresses !== null && areNarrower(addresses, former))
}

export function expiresSooner(expiresAt: string | null, former: string | null): boolean {
  return former === null || (expiresAt !== null && expiresAt <= former)
}
