import { anybody } from '../../engine/identity/signed-in.ts'
import { answersValue } from '../../engine/kinds/answers-value.ts'
import { authOf } from '../auth/offers.ts'
import { PROVIDER_API } from './provider-api.ts'

/** What a page for signing in shows. Which users have passwords is not said here: whoever is not one of them is told after a try. */
export const listProviders = answersValue({
  ...PROVIDER_API.providers,
  credentials: 'none',
  admits: anybody,
  async answers({ call }) {
    const { providers, passwords } = authOf(call)
    const shown = Object.entries(providers).map(([key, { label = key }]) => ({ key, label }))
    return { providers: shown, passwords: passwords !== false }
  },
})
