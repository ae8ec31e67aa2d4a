import type { ServerResponse } from 'node:http'
import {
  type Answer,
  type AnswerBasis,
  type BulkResult,
  type CacheLife,
  type CookieConfig,
  type PresentedDocument,
  totalsOf,
  TimeSlice,
  waitingClient,
} from '@quirecms/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CacheTagHeader, publicLife } from '../reply/cache-control.ts'
import { contentTag, contentTagOfPieces, documentTag, encodeInTurns, SHORT } from '../reply/in-pieces.ts'
import { toEnvelope } from '../reply/error-envelope.ts'
import { sendJson, type HeadersByName, headerList } from '../reply/send.ts'
import { setCookie } from './credentials.ts'

/** How responses of an operation are sent; computed once per route. */
export interface ResponseSettings {
  readonly status: number
  readonly isRead: boolean
  /** Path of the entity's documents, for `Location`; null if the response contains none of them. */
  readonly documentsPath: string | null
  /** Cache lifetime of anonymous responses; null if the application allows none. */
  readonly cacheLife: CacheLife | null
  /** Value of `Vary`: the request headers that identify the caller. */
  readonly varies: string
  readonly cacheTags: CacheTagHeader | null
  readonly cookie: CookieConfig
}

export function sendRedirect(
  reply: FastifyReply,
  { status, cookie }: Pick<ResponseSettings, 'status' | 'cookie'>,
  { location, cookies = [] }: Extract<Answer, { kind: 'redirect' }>,
): void {
  const { request, raw } = reply
  if (reply.sent || raw.headersSent) return
  const headers = { Location: location, 'Set-Cookie': cookies.map((change) => setCookie(change, request, cookie)) }
  raw.writeHead(status, headerList(request.id, request.answerHeaders, headers)).end()
}

/** Sends what an operation answered. A document's `text` may be what is stored; it is not serialized again. */
export async function sendAnswer(
  reply: FastifyReply,
  settings: ResponseSettings,
  answer: Exclude<Answer, { kind: 'stream' | 'events' | 'redirect' }>,
  basis: AnswerBasis | undefined,
): Promise<void> {
  const status = answer.kind === 'doc' && answer.isCreated ? 201 : settings.status
  switch (answer.kind) {
    case 'doc': {
      const text = `{"doc":${answer.doc.text}}`
      const headers: Record<string, string> = { ETag: documentTag(answer.doc, text) }
      if (status === 201 && settings.documentsPath !== null)
        headers['Location'] = `${settings.documentsPath}/${answer.doc.id}`
      sendJson(reply, status, text, withCacheHeaders(headers, settings, basis))
      return
    }
    case 'list': {
      const made = textsOf(answer.docs, reply.raw)
      const docs = Array.isArray(made) ? made : await made
      const pieces =
        docs.length === 0 ? ['{"docs":['] : docs.map((doc, at) => (at === 0 ? `{"docs":[${doc}` : `,${doc}`))
      pieces.push(`],"pagination":${JSON.stringify(answer.pagination)}}`)
      // Joined at once: a text that is put together in steps is copied once more.
      const body = isShort(docs) ? pieces.join('') : await encodeInTurns(pieces, reply.raw)
      // Hashing every list would cost more than it saves, so only cacheable lists have a tag.
      const headers = settings.cacheLife && {
        ETag: typeof body === 'string' ? contentTag(body) : await contentTagOfPieces(body),
      }
      sendJson(reply, status, body, headers ? withCacheHeaders(headers, settings, basis) : undefined)
      return
    }
    case 'value': {
      const text = JSON.stringify(answer.value)
      const headers: Record<string, string | string[]> = settings.isRead ? { ETag: contentTag(text) } : {}
      const { cookies } = answer
      if (cookies) headers['Set-Cookie'] = cookies.map((change) => setCookie(change, reply.request, settings.cookie))
      sendJson(reply, status, text, withCacheHeaders(headers, settings, basis))
      return
    }
    case 'results': {
      const results = answer.results.map((result) => resultText(result, reply.request))
      const body = `{"results":[${results.join(',')}],${JSON.stringify(totalsOf(answer)).slice(1)}`
      sendJson(reply, status, body)
    }
  }
}

/** Most lists take no time; lists with many populated documents yield to other requests. */
function textsOf(docs: readonly PresentedDocument[], response: ServerResponse): string[] | Promise<string[]> {
  const slice = new TimeSlice(waitingClient()?.name)
  const texts: string[] = []
  for (const doc of docs) {
    if (slice.isOver) return writeRest(docs, texts, slice, response)
    texts.push(doc.text)
  }
  return texts
}

function isShort(texts: readonly string[]): boolean {
  let length = 0
  for (const text of texts) length += text.length
  return length <= SHORT
}

async function writeRest(
  docs: readonly PresentedDocument[],
  texts: string[],
  slice: TimeSlice,
  response: ServerResponse,
): Promise<string[]> {
  for (const doc of docs.slice(texts.length)) {
    if (slice.isOver) await slice.letOthersIn()
    // The client has disconnected or already has a timeout response.
    if (response.destroyed || response.headersSent) break
    texts.push(doc.text)
  }
  return texts
}

/** `Vary` keeps shared caches from serving an anonymous response to a request with a credential. */
function withCacheHeaders(
  headers: Record<string, string | string[]>,
  { cacheLife, varies, cacheTags }: Pick<ResponseSettings, 'cacheLife' | 'varies' | 'cacheTags'>,
  basis: AnswerBasis | undefined,
): HeadersByName {
  if (!cacheLife) return headers
  headers['Vary'] = varies
  const control = publicLife(cacheLife, basis)
  if (control === undefined) return headers
  headers['Cache-Control'] = control
  if (cacheTags && basis?.tags) headers[cacheTags.name] = cacheTags.valueOf(basis.tags)
  return headers
}

function resultText(result: BulkResult, request: FastifyRequest): string {
  const start = `{"id":${JSON.stringify(result.id)},"ok":${result.ok}`
  if (result.ok) return result.doc ? `${start},"doc":${result.doc.text}}` : `${start}}`
  const { code, status, message, issues } = toEnvelope(result.error, request.id).error
  if (code === 'internal') request.log.error({ err: result.error.cause ?? result.error }, 'a document of a bulk failed')
  return `${start},"error":${JSON.stringify({ code, status, message, ...(issues && { issues }) })}}`
}
