import { type Call, QuireError } from '@quirecms/core/feature'
import { authOf } from '../auth/offers.ts'
import type { NamedProvider } from './sign-in-person.ts'

export function namedProvider(call: Call): NamedProvider {
  return providerOf(call, call.input.params['key'] ?? '')
}

export function providerOf(call: Call, key: string): NamedProvider {
  const { providers } = authOf(call)
  const provider = Object.hasOwn(providers, key) ? providers[key] : undefined
  if (!provider) throw new QuireError('not_found', 'There is no such provider.')
  return { key, provider }
}
