import type { ProviderClient } from '@quirecms/features/services'
import type { Network } from '@quirecms/files'

/** Loads the OpenID client on the first login with a provider: most applications never need it. */
export function lazyProviders(network: Network | undefined, clock: () => Date): ProviderClient {
  let loaded: Promise<ProviderClient> | undefined
  const open = () => {
    loaded ??= import('./provider-client.ts').then(({ providerClient }) => providerClient(network, clock))
    return loaded
  }
  return {
    authorizationUrl: async (...args) => (await open()).authorizationUrl(...args),
    redeem: async (...args) => (await open()).redeem(...args),
    endSessionUrl: async (...args) => (await open()).endSessionUrl(...args),
    readLogoutToken: async (...args) => (await open()).readLogoutToken(...args),
    refresh: async (...args) => (await open()).refresh(...args),
  }
}
