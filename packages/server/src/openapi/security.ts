import type { JsonSchema, Manifest, Operation } from '@quire/core'
import { SESSION_COOKIE } from '../routing/credentials.ts'

/** How callers show who they are (http-api.md, Authentication). */
const SCHEMES: Readonly<Record<string, JsonSchema>> = {
  sessionCookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Set by login, for browsers.' },
  sessionToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Session <token>`, with the token that login answers with. `JWT <token>` is the same.',
  },
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'qk_…', description: 'An API key of a user.' },
}

/** What the description as a whole says of credentials: nothing where there are no users, and so none. */
export function security(manifest: Manifest): {
  readonly schemes: { readonly securitySchemes?: JsonSchema }
  readonly requirements: { readonly security?: readonly JsonSchema[] }
} {
  const { users, keys } = kindsOf(manifest)
  if (!users) return { schemes: {}, requirements: {} }
  const names = Object.keys(SCHEMES).filter((name) => keys || name !== 'apiKey')
  return {
    schemes: { securitySchemes: Object.fromEntries(names.map((name) => [name, SCHEMES[name] ?? {}])) },
    // Whether somebody must be signed in is for the access rules to say, so that nobody is one of the ways to call.
    requirements: { security: [{}, ...names.map((name) => ({ [name]: [] }))] },
  }
}

/** Operations that do not look at credentials say so. */
export function securityOf({ ignoresCredentials }: Pick<Operation<never>, 'ignoresCredentials'>): JsonSchema {
  return ignoresCredentials ? { security: [] } : {}
}

function kindsOf({ collections }: Manifest): { users: boolean; keys: boolean } {
  const all = Object.values(collections).flatMap(({ auth }) => auth ?? [])
  return { users: all.length > 0, keys: all.some(({ apiKeys }) => apiKeys) }
}
