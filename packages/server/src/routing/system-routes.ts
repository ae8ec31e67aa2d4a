import type { JsonObject, PublicManifest } from '@quirecms/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouteConfig } from '../intake/route-policy.ts'
import type { ReferencePage } from '../openapi/reference-page.ts'
import { contentTag } from '../reply/in-pieces.ts'
import { JSON_TYPE, sendError, sendJson, sendText, type HeadersByName } from '../reply/send.ts'
import { bearerToken } from './credentials.ts'
import { refuseQuery } from './operation-routes.ts'

/** Result of a readiness check (docs/contract/requests.md#health). */
export type CheckState = 'ok' | 'failed'

export interface Readiness {
  readonly database: CheckState
  readonly migrations: CheckState
  readonly storage: CheckState
  /**
   * If the application has jobs: the age in seconds of the oldest due work that no worker has taken; null if unknown.
   */
  readonly jobs?: { readonly oldestDue: number | null }
}

export interface SystemRoutes {
  /** Created on first use and cached: none of them changes while the service runs. */
  readonly manifest: () => PublicManifest
  /**
   * The manifest reduced to the scopes of an API key; null for a key without scopes, or an invalid one: the full
   * manifest is public.
   */
  readonly manifestForKey: (key: string, address: string) => Promise<PublicManifest | null>
  readonly openApi: () => JsonObject
  readonly referencePage: () => ReferencePage
  readonly readiness: () => Promise<Readiness>
}

const A_PROBE: RouteConfig = { probe: true, countedAs: { operation: 'health', entity: 'none' } }

/** Routes of every application: the public manifest, its description, and health. */
export function registerSystemRoutes(server: FastifyInstance, routes: SystemRoutes): void {
  getFixed(
    server,
    '/api/schema',
    () => ({ text: JSON.stringify({ manifest: routes.manifest() }) }),
    async (request) => {
      const key = bearerToken(request)
      const manifest = key === undefined ? null : await routes.manifestForKey(key, request.clientAddress)
      return manifest && { text: JSON.stringify({ manifest }) }
    },
  )
  getFixed(server, '/api/openapi.json', () => ({ text: JSON.stringify(routes.openApi()) }))
  getFixed(server, '/api/docs', () => {
    const { html, contentSecurityPolicy } = routes.referencePage()
    return {
      text: html,
      type: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': contentSecurityPolicy },
    }
  })
  get(server, '/healthz', A_PROBE, (_request, reply) => sendJson(reply, 200, '{"status":"ok"}'))
  get(server, '/readyz', A_PROBE, async (_request, reply) => {
    const { jobs, ...checks } = await routes.readiness()
    const isReady = !server.isLeaving && Object.values(checks).every((state) => state === 'ok')
    sendJson(
      reply,
      isReady ? 200 : 503,
      JSON.stringify({ status: isReady ? 'ready' : 'not_ready', checks, ...(jobs && { jobs }) }),
    )
  })
}

/** Serves a response that never changes while the service runs, created on first use. */
function getFixed(
  server: FastifyInstance,
  url: string,
  make: () => FixedAnswer,
  makeFor: (request: FastifyRequest) => Promise<FixedAnswer | null> = async () => null,
): void {
  let made: Required<FixedAnswer> | undefined
  get(server, url, {}, async (request, reply) => {
    const own = await makeFor(request)
    if (!own) made ??= tagged(make())
    const { type, text, headers } = own ? tagged(own) : (made ?? tagged(make()))
    sendText(reply, 200, type, text, headers)
  })
}

interface FixedAnswer {
  readonly text: string
  readonly type?: string
  readonly headers?: HeadersByName
}

function tagged({ text, type = JSON_TYPE, headers = {} }: FixedAnswer): Required<FixedAnswer> {
  return { text, type, headers: { ...headers, ETag: contentTag(text) } }
}

function get(
  server: FastifyInstance,
  url: string,
  config: RouteConfig,
  answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  server.route({
    method: 'GET',
    url,
    config,
    handler: (request, reply) => {
      void (async () => {
        refuseQuery(request)
        await answer(request, reply)
      })().catch((error: unknown) => sendError(request, reply, error))
    },
  })
}
