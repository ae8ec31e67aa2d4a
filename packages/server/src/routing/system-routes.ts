import type { JsonObject } from '@quire/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTag } from '../reply/entity-tag.ts'
import { JSON_TYPE, sendError, sendJson, sendText } from '../reply/send.ts'
import type { AnswerHeaders } from '../reply/standard-headers.ts'
import { refuseQuery } from './operation-routes.ts'

/** The outcome of a readiness check (contract 7). */
export type CheckState = 'ok' | 'failed'

export interface Readiness {
  readonly database: CheckState
  readonly migrations: CheckState
  readonly storage: CheckState
}

export interface SystemRoutes {
  /** Made once: neither changes while the service runs. */
  readonly manifest: JsonObject
  readonly openApi: JsonObject
  readonly referencePage: { readonly html: string; readonly contentSecurityPolicy: string }
  readonly readiness: () => Promise<Readiness>
}

/** Routes that every application has: the public manifest, its description, and health. */
export function registerSystemRoutes(server: FastifyInstance, routes: SystemRoutes): void {
  const manifest = JSON.stringify({ manifest: routes.manifest })
  const openApi = JSON.stringify(routes.openApi)
  const { html, contentSecurityPolicy } = routes.referencePage

  getFixed(server, '/api/schema', JSON_TYPE, manifest)
  getFixed(server, '/api/openapi.json', JSON_TYPE, openApi)
  getFixed(server, '/api/docs', 'text/html; charset=utf-8', html, { 'Content-Security-Policy': contentSecurityPolicy })
  get(server, '/healthz', { probe: true }, (_request, reply) => sendJson(reply, 200, '{"status":"ok"}'))
  get(server, '/readyz', { probe: true }, async (_request, reply) => {
    const checks = await routes.readiness()
    const isReady = Object.values(checks).every((state) => state === 'ok')
    sendJson(reply, isReady ? 200 : 503, JSON.stringify({ status: isReady ? 'ready' : 'not_ready', checks }))
  })
}

/** The same answer for as long as the service runs. */
function getFixed(server: FastifyInstance, url: string, type: string, text: string, own: AnswerHeaders = {}): void {
  const headers = { ...own, ETag: contentTag(text) }
  get(server, url, {}, (_request, reply) => sendText(reply, 200, type, text, headers))
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
