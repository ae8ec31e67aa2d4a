import { nearestName, QuireError } from '@quirecms/core'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { MethodNotAllowed } from '../reply/refusals.ts'
import { sendError } from '../reply/send.ts'
import type { Admission } from './admission.ts'
import type { RoutePolicy } from './route-policy.ts'
import type { KnownNames } from './server-options.ts'

/**
 * Answers 405 with `Allow` if the path has routes for other methods, otherwise 404 (docs/contract/requests.md#methods).
 * `Allow` lists HEAD with every GET, and no OPTIONS, because only preflights are answered.
 */
export function registerUnknownRoute(
  server: FastifyInstance,
  admission: Admission,
  policy: RoutePolicy,
  names: KnownNames | undefined,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const methods = new Set<HTTPMethods>()
  const elsewhere = new Map<string, string>()
  server.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) methods.add(method)
    for (const [method, where] of Object.entries(route.config?.elsewhere ?? {})) {
      elsewhere.set(`${method} ${route.url}`, where)
    }
  })
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allow = [...methods].filter((method) => {
      const route = server.findRoute({ method, url: path })
      return route !== null && !hasEmptyParameter(route.params)
    })
    const refusal =
      allow.length === 0
        ? new QuireError('not_found', (names && unknownName(path, names)) ?? 'There is nothing at this path.')
        : new MethodNotAllowed(request.method, allow.toSorted(), elsewhere.get(`${request.method} ${path}`))
    sendError(request, reply, refusal)
  }
  // In its own scope, because the response must be sent before Fastify parses a body.
  server.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, _next) => {
      if (admission.admit(request, reply, policy)) answer(request, reply)
    })
    scope.setNotFoundHandler(answer)
  })
  return answer
}

function unknownName(path: string, names: KnownNames): string | undefined {
  const [, kind = '', given = ''] = /^\/api\/(collection|global)s\/([^/]+)/.exec(path) ?? []
  const known = kind === 'global' ? names.globals : names.collections
  if (kind === '' || known.includes(given)) return undefined
  const near = nearestName(given, known)
  return `There is no ${kind} "${given.slice(0, 100)}".${near === undefined ? '' : ` Did you mean "${near}"?`}`
}

/** The router matches `/things/` to `/things/:id` with an empty id. For the API, that path does not exist. */
export function hasEmptyParameter(params: unknown): boolean {
  const values = params as Readonly<Record<string, string | undefined>>
  for (const name in values) {
    if (values[name] === '' && name !== '*') return true
  }
  return false
}
