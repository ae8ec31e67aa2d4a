import type { Route } from '@quirecms/core'
import type { FastifyInstance } from 'fastify'
import { rawQueryOf } from '../intake/query-string.ts'
import { headerList } from '../reply/send.ts'

interface MailLinks {
  readonly admin: string
  readonly users: string
  /** Routes of the application, which may serve the same links. */
  readonly routes: readonly Route[]
}

/** Pages for links in mails (docs/authentication.md, Mail). */
const PAGES = { recovery: 'reset-password', verification: 'verify', invitations: 'accept-invitation' }

/** Redirects links in mails to users of the admin app: they point to the service, and the app has a page for each. */
export function registerMailLinks(server: FastifyInstance, { admin, users, routes }: MailLinks): void {
  for (const page of Object.values(PAGES)) {
    const url = `/auth/${users}/${page}`
    if (servesPage(routes, url)) continue
    server.route({
      method: 'GET',
      url,
      handler: (request, reply) => {
        const location = `${admin}/${page}?${rawQueryOf(request)}`
        reply.raw.writeHead(302, headerList(request.id, request.answerHeaders, { Location: location })).end()
      },
    })
  }
}

/** Returns the default path of a mail link for users of a collection. */
export function mailPage(collection: string, purpose: keyof typeof PAGES): string {
  return `/auth/${collection}/${PAGES[purpose]}`
}

export function servesMailPage(routes: readonly Route[], collection: string, purpose: keyof typeof PAGES): boolean {
  return servesPage(routes, mailPage(collection, purpose))
}

function servesPage(routes: readonly Route[], url: string): boolean {
  return routes.some(({ method, path }) => method === 'GET' && patternOf(path).test(url))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${RegExp.escape(path).replaceAll(/\\\{\w+\\\}/g, '[^/]+')}$`)
}
