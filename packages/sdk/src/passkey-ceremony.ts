import { QuireError } from './client-error.ts'
import type { Method, Methods } from './methods.ts'

/** Options of asking the browser for a passkey. */
export interface PasskeyRequest {
  /**
   * With `'conditional'`, the browser only offers passkeys in the autofill of inputs
   * (`autocomplete="username webauthn"`).
   */
  readonly mediation?: 'conditional'
}

/** The browser APIs that are used here. They parse and serialize the standard's JSON themselves. */
interface Browser {
  readonly PublicKeyCredential?: {
    parseRequestOptionsFromJSON(options: unknown): unknown
    parseCreationOptionsFromJSON(options: unknown): unknown
  }
  readonly navigator?: {
    readonly credentials?: Readonly<Record<'get' | 'create', (asked: object) => Promise<{ toJSON(): unknown } | null>>>
  }
}

interface CeremonyOptions {
  readonly options: unknown
  readonly token: string
}

/** Makes `passkeyLogin()` without a passkey response ask the browser for one. */
export function withPasskeys(methods: Methods): Methods {
  return instead(methods, 'passkeyLogin', (login) => async (request, options) => {
    if ((request as { token?: string } | undefined)?.token !== undefined) return login(request, options)
    const { mediation } = (request ?? {}) as PasskeyRequest
    const { options: asked, token } = (await methodNamed(methods, 'passkeyOptions')({}, options)) as CeremonyOptions
    const { signal } = (options ?? {}) as { signal?: AbortSignal }
    const publicKey = parser().parseRequestOptionsFromJSON(asked)
    const response = await answerOf('get', { publicKey, ...(mediation && { mediation }), ...(signal && { signal }) })
    return login({ token, response }, options)
  })
}

/** Adds `passkeys.add({ name })`, which has the browser create a passkey. */
export function withNewPasskeys(account: Methods): Methods {
  const passkeys = account['passkeys'] as unknown as Methods
  return instead(
    account,
    'passkeys',
    () =>
      Object.assign(passkeys, {
        add: async (request: object = {}, options?: unknown) => {
          const { options: asked, token } = (await methodNamed(passkeys, 'options')(options)) as CeremonyOptions
          const response = await answerOf('create', { publicKey: parser().parseCreationOptionsFromJSON(asked) })
          return methodNamed(passkeys, 'create')({ ...request, token, response }, options)
        },
      }) as unknown as Method,
  )
}

function instead(methods: Methods, name: string, make: (method: Method) => Method): Methods {
  return Object.assign(methods, { [name]: make(methodNamed(methods, name)) })
}

function methodNamed(methods: Methods, name: string): Method {
  return methods[name] as Method
}

async function answerOf(what: 'get' | 'create', asked: object): Promise<unknown> {
  const answer = await (globalThis as Browser).navigator?.credentials?.[what](asked)
  return answer?.toJSON()
}

function parser(): NonNullable<Browser['PublicKeyCredential']> {
  const { PublicKeyCredential } = globalThis as Browser
  if (PublicKeyCredential?.parseRequestOptionsFromJSON) return PublicKeyCredential
  throw new QuireError(
    'invalid_request',
    'Passkeys are not available here: they need a browser that supports them, and https.',
  )
}
