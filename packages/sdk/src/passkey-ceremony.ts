import { QuireError } from './client-error.ts'
import type { Method, Methods } from './methods.ts'

/** How a browser is asked for a passkey. */
export interface PasskeyRequest {
  /** With `'conditional'`, passkeys are offered where addresses are filled in (`autocomplete="username webauthn"`), and nothing else is shown. */
  readonly mediation?: 'conditional'
}

/** The part of a browser that is used here. It reads and writes the JSON of the standard itself. */
interface Browser {
  readonly PublicKeyCredential?: {
    parseRequestOptionsFromJSON(options: unknown): unknown
    parseCreationOptionsFromJSON(options: unknown): unknown
  }
  readonly navigator?: {
    readonly credentials?: Readonly<Record<'get' | 'create', (asked: object) => Promise<{ toJSON(): unknown } | null>>>
  }
}

interface Asked {
  readonly options: unknown
  readonly token: string
}

/** `passkeyLogin()` without an answer of a passkey asks the browser for one. */
export function withPasskeys(methods: Methods): Methods {
  return instead(methods, 'passkeyLogin', (login) => async (request, options) => {
    if ((request as { token?: string } | undefined)?.token !== undefined) return login(request, options)
    const { mediation } = (request ?? {}) as PasskeyRequest
    const { options: asked, token } = (await named(methods, 'passkeyOptions')({}, options)) as Asked
    const { signal } = (options ?? {}) as { signal?: AbortSignal }
    const publicKey = parser().parseRequestOptionsFromJSON(asked)
    const response = await answerOf('get', { publicKey, ...(mediation && { mediation }), ...(signal && { signal }) })
    return login({ token, response }, options)
  })
}

/** `passkeys.add({ name })` has the browser make one. */
export function withNewPasskeys(account: Methods): Methods {
  const passkeys = account['passkeys'] as unknown as Methods
  return instead(
    account,
    'passkeys',
    () =>
      Object.assign(passkeys, {
        add: async (request: object = {}, options?: unknown) => {
          const { options: asked, token } = (await named(passkeys, 'options')(options)) as Asked
          const response = await answerOf('create', { publicKey: parser().parseCreationOptionsFromJSON(asked) })
          return named(passkeys, 'create')({ ...request, token, response }, options)
        },
      }) as unknown as Method,
  )
}

function instead(methods: Methods, name: string, make: (method: Method) => Method): Methods {
  return Object.assign(methods, { [name]: make(named(methods, name)) })
}

/** The table has all of them. */
function named(methods: Methods, name: string): Method {
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
    'There are no passkeys here: this needs a page of a browser that has them, over https.',
  )
}
