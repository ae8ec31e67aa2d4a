import type { Caller, Operation } from '@quire/core'
import type { FastifyRequest } from 'fastify'
import { type Identify, previewCredential } from './credentials.ts'
import type { CheckOrigin } from './own-origin.ts'
import { setCookie } from './session-cookie.ts'

export interface CallerOptions {
  readonly identify: Identify
  readonly checkOrigin: CheckOrigin
}

/** Who calls. A write that the cookie alone vouches for must come from an origin that may make it. */
export async function callerOf(
  request: FastifyRequest,
  operation: Pick<Operation<never>, 'credentials' | 'endpoint'>,
  { identify, checkOrigin }: CallerOptions,
): Promise<Caller> {
  const client = { address: request.clientAddress, userAgent: request.headers['user-agent'] ?? null }
  const stranger = { actor: null, system: false, context: {}, client }
  if (operation.credentials === 'none') return stranger
  if (operation.credentials === 'preview') return { ...stranger, credential: previewCredential(request) }
  const { actor, credential, hasStaleCookie } = await identify(request)
  if (hasStaleCookie) request.answerHeaders = [...request.answerHeaders, 'Set-Cookie', setCookie('clear', request)]
  const isByCookie = credential?.kind === 'session' && credential.via === 'cookie'
  if (isByCookie && operation.endpoint.method !== 'GET') checkOrigin(request)
  return { actor, system: false, context: {}, credential, client }
}
