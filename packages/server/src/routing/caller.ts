import type { Caller, CallRequest, CookieConfig, Operation } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'
import {
  carriesPreviewToken,
  cookieOf,
  DEVICE_COOKIE,
  type Identify,
  previewCredential,
  signInCookieOf,
} from './credentials.ts'
import type { CheckOrigin } from './own-origin.ts'
import { setCookie } from './session-cookie.ts'

export interface CallerOptions {
  readonly identify: Identify
  readonly checkOrigin: CheckOrigin
  readonly cookie: CookieConfig
  readonly own: CarriedCredentials
}

/** Finds the credentials of plugins in requests. */
export interface CarriedCredentials {
  readonly headers: readonly string[]
  isCarriedBy(request: FastifyRequest): boolean
  queryOf(request: FastifyRequest): string
}

/** Identifies the caller. A write authenticated only by the cookie must come from an allowed origin. */
export async function callerOf(
  request: FastifyRequest,
  operation: Pick<Operation<never>, 'credentials' | 'endpoint'>,
  { identify, checkOrigin, cookie }: CallerOptions,
): Promise<Caller> {
  const { cookie: cookies, 'user-agent': userAgent = null } = request.headers
  const devices = cookies === undefined ? undefined : cookieOf(cookies, DEVICE_COOKIE)
  const signIn = cookies === undefined ? undefined : signInCookieOf(cookies)
  const client = { address: request.clientAddress, userAgent, devices, signIn }
  const about = { client, request: viewOf(request) }
  const stranger = { actor: null, system: false, context: {}, ...about }
  if (operation.credentials === 'none') return stranger
  const isByToken = operation.credentials === 'any or preview' && carriesPreviewToken(request)
  if (isByToken || operation.credentials === 'preview') return { ...stranger, credential: previewCredential(request) }
  const { hasStaleCookie, ...identity } = await identify(request)
  const { credential } = identity
  if (hasStaleCookie)
    request.answerHeaders = [...request.answerHeaders, 'Set-Cookie', setCookie('clear', request, cookie)]
  const isByCookie = credential?.kind === 'session' && credential.via === 'cookie'
  if (isByCookie && operation.endpoint.method !== 'GET') checkOrigin(request)
  return { ...identity, system: false, context: {}, ...about }
}

export function viewOf(request: FastifyRequest): CallRequest {
  const { url } = request
  const end = url.indexOf('?')
  return {
    id: request.id,
    method: request.method,
    path: end === -1 ? url : url.slice(0, end),
    address: request.clientAddress,
    headers: request.headers,
  }
}
