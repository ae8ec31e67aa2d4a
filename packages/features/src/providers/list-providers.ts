import { answersValue, anyCaller } from '@quirecms/core/feature'
import { authOf } from '../auth/offers.ts'
import { PROVIDER_API } from './provider-api.ts'

/**
 * Ways to sign in, for the sign-in page. Which users may use a password is not public: others are told after an
 * attempt.
 */
export const listProviders = answersValue({
  ...PROVIDER_API.providers,
  credentials: 'none',
  authorize: anyCaller,
  async answers({ call }) {
    const { providers, passwords } = authOf(call)
    const shown = Object.entries(providers).map(([key, { label = key }]) => ({ key, label }))
    return { providers: shown, passwords: passwords !== false }
  },
})
