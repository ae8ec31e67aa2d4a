import type { Route } from '@quirecms/core'
import type { FastifyInstance } from 'fastify'
import { rawQueryOf } from '../intake/query-string.ts'
import { headerList } from '../reply/standard-headers.ts'

interface MailLinks {
  /** Where the admin app is served. */
  readonly admin: string
  /** The collection whose users sign in there. */
  readonly users: string
  /** The application's own, which may have pages for the same links. */
  readonly routes: readonly Route[]
}

/** Where links in mails lead (docs/authentication.md, Mail). */
const PAGES = { recovery: 'reset-password', verification: 'verify', invitations: 'accept-invitation' }

/** Mails to those who work in the admin app link to pages of the service; the app has one for each. */
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

/** Where links of this purpose lead in mails to users of a collection, unless it names another page. */
export function mailPage(collection: string, purpose: keyof typeof PAGES): string {
  return `/auth/${collection}/${PAGES[purpose]}`
}

/** Whether the application has a page of its own for the links in mails of a collection. */
export function servesMailPage(routes: readonly Route[], collection: string, purpose: keyof typeof PAGES): boolean {
  return servesPage(routes, mailPage(collection, purpose))
}

function servesPage(routes: readonly Route[], url: string): boolean {
  return routes.some(({ method, path }) => method === 'GET' && patternOf(path).test(url))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${RegExp.escape(path).replaceAll(/\\\{\w+\\\}/g, '[^/]+')}$`)
}
