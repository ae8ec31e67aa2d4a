import type { Parameter } from '@quirecms/core/feature'
import { LONGEST_RETURN } from './provider-api.ts'

const LONGEST = 4_096

/** Query parameters of the pages for browsers. Providers write most of them. */
export const PROVIDER_PARAMETERS: readonly Parameter[] = [
  {
    name: 'returnTo',
    spellings: ['returnTo'],
    description: 'Where the browser continues after the sign-in: a path of this service, with its query.',
    encoding: 'text',
    schema: { type: 'string', maxLength: LONGEST_RETURN },
  },
  {
    name: 'again',
    spellings: ['again'],
    description:
      'With `true`, the provider asks for credentials again, also if the user is signed in there. Use it where a fresh session is required.',
    encoding: 'boolean',
    schema: { type: 'boolean' },
  },
  textParameter('code', 'The authorization code of the provider.'),
  textParameter('state', 'The state that was sent to the provider.'),
  textParameter('iss', 'The issuer, if the provider sends it (RFC 9207).'),
  textParameter('error', 'The error code of the provider, if it refuses.'),
]

function textParameter(name: string, description: string): Parameter {
  return { name, spellings: [name], description, encoding: 'text', schema: { type: 'string', maxLength: LONGEST } }
}
