import type { JsonObject } from '@quire/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReferencePage } from '../openapi/reference-page.ts'
import { sendError, sendJson } from '../reply/send.ts'
import { refuseQuery } from './operation-routes.ts'

/** The outcome of a readiness check (contract 7). */
export type CheckState = 'ok' | 'failed'

export interface Readiness {
  readonly database: CheckState
  readonly migrations: CheckState
  readonly storage: CheckState
}

export interface SystemRoutes {
  /** Made when they are first asked for, which may be never, and kept: none of them changes while the service runs. */
  readonly manifest: () => JsonObject
  readonly openApi: () => JsonObject
  readonly referencePage: () => ReferencePage
  readonly readiness: () => Promise<Readiness>
}

/** Routes that every application has: the public manifest, its description, and health. */
export function registerSystemRoutes(server: FastifyInstance, routes: SystemRoutes): void {
  const manifest = madeOnce(() => JSON.stringify({ manifest: routes.manifest() }))
  const openApi = madeOnce(() => JSON.stringify(routes.openApi()))
  const referencePage = madeOnce(routes.referencePage)

  get(server, '/api/schema', {}, (_request, reply) => sendJson(reply, 200, manifest()))
  get(server, '/api/openapi.json', {}, (_request, reply) => sendJson(reply, 200, openApi()))
  get(server, '/api/docs', {}, (_request, reply) => {
    const { html, contentSecurityPolicy } = referencePage()
    reply.header('Content-Security-Policy', contentSecurityPolicy).type('text/html; charset=utf-8').send(html)
  })
  get(server, '/healthz', { probe: true }, (_request, reply) => sendJson(reply, 200, '{"status":"ok"}'))
  get(server, '/readyz', { probe: true }, async (_request, reply) => {
    const checks = await routes.readiness()
    const isReady = Object.values(checks).every((state) => state === 'ok')
    sendJson(reply, isReady ? 200 : 503, JSON.stringify({ status: isReady ? 'ready' : 'not_ready', checks }))
  })
}

function madeOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function get(
  server: FastifyInstance,
  url: string,
  config: { readonly probe?: boolean },
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
