import { type JsonSchema, type Manifest, nameOfAction, type Operation, pluginOf } from '@quirecms/core'
import { SESSION_COOKIE } from '../routing/credentials.ts'
import { entitiesOf } from '../routing/operation-routes.ts'

/** Credentials of callers (docs/contract/authentication.md#credentials). */
const SCHEMES: Readonly<Record<string, JsonSchema>> = {
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'For browsers. You get it when you sign in.',
  },
  sessionToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Session <token>`, with the token that you get when you sign in. `JWT <token>` works too.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'qk_…',
  },
}

/** Describes API keys, with the actions that scopes can name here. */
function aboutKeys(manifest: Manifest): string {
  const actions = new Set(
    entitiesOf(manifest).flatMap(({ operations, capabilities }) => [
      ...Object.values(operations).flatMap(({ capability, rule }) => (capability && rule ? [capability.name] : [])),
      ...capabilities.map(({ name }) => name),
    ]),
  )
  const names = [...actions].map((name) => `\`${name}\``).join(', ')
  return `An API key of a user. Scopes may restrict it to some of the rights of the user: \`x-quire-action\` of an operation is the action that they must include. Actions by collection or global: ${names}; \`*\` stands for all.`
}

const PREVIEW_TOKEN: JsonSchema = {
  type: 'http',
  scheme: 'bearer',
  description: 'A preview token for one document.',
}

/** Returns the security schemes and requirements of the document; without users, no credentials are needed. */
export function security(manifest: Manifest): {
  readonly schemes: { readonly securitySchemes?: JsonSchema }
  readonly requirements: { readonly security?: readonly JsonSchema[] }
} {
  const { users, keys } = kindsOf(manifest)
  const preview = hasPreviews(manifest) ? { previewToken: PREVIEW_TOKEN } : {}
  const own = Object.fromEntries(manifest.credentials.map((scheme) => [scheme.name, schemeOf(scheme)]))
  if (!users && manifest.credentials.length === 0)
    return { schemes: hasPreviews(manifest) ? { securitySchemes: preview } : {}, requirements: { security: [] } }
  const names = users ? Object.keys(SCHEMES).filter((name) => keys || name !== 'apiKey') : []
  return {
    schemes: {
      securitySchemes: {
        ...Object.fromEntries(names.map((name) => [name, SCHEMES[name] ?? {}])),
        ...(keys && { apiKey: { ...SCHEMES['apiKey'], description: aboutKeys(manifest) } }),
        ...own,
        ...preview,
      },
    },
    // Access rules decide whether a caller must be signed in, so `{}` (no credentials) is one of the alternatives.
    requirements: { security: [{}, ...[...names, ...Object.keys(own)].map((name) => ({ [name]: [] }))] },
  }
}

function schemeOf({ place, description }: Manifest['credentials'][number]): JsonSchema {
  if (place.in === 'bearer') return { type: 'http', scheme: 'bearer', bearerFormat: `${place.prefix}…`, description }
  return { type: 'apiKey', in: place.in, name: place.name, description }
}

/** Only operations with other credentials than the default have their own requirement. */
export function securityOf(
  { credentials = 'any' }: Pick<Operation<never>, 'credentials'>,
  manifest: Manifest,
): JsonSchema {
  if (credentials === 'any') return {}
  if (credentials === 'any or preview')
    return { security: [...(security(manifest).requirements.security ?? []), { previewToken: [] }] }
  return { security: credentials === 'none' ? [] : [{ previewToken: [] }] }
}

/** Returns the action that the scopes of an API key must include, if the application has API keys. */
export function actionOf(
  operation: Pick<Operation<never>, 'capability' | 'rule' | 'endpoint' | 'name'>,
  manifest: Manifest,
) {
  const action =
    pluginOf(operation) === undefined ? operation.rule && nameOfAction(operation, operation.rule) : operation.name
  return kindsOf(manifest).keys && action !== undefined ? { 'x-quire-action': action } : {}
}

function hasPreviews(manifest: Manifest): boolean {
  return entitiesOf(manifest).some(({ operations }) =>
    Object.values(operations).some(({ credentials }) => credentials === 'preview'),
  )
}

function kindsOf({ collections }: Manifest): { users: boolean; keys: boolean } {
  const all = Object.values(collections).flatMap(({ auth }) => auth ?? [])
  return { users: all.length > 0, keys: all.some(({ apiKeys }) => apiKeys) }
}
