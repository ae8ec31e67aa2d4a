import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { StreamedContent } from '@quirecms/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../reply/entity-tag.ts'
import { type AnswerHeaders, headerList } from '../reply/standard-headers.ts'
import { requestedRange } from './byte-range.ts'

/**
 * For what a browser might run (docs/contract/uploads.md#active-content): it is saved, and even if somebody opens it, nothing in it runs.
 */
const SANDBOX = "sandbox; default-src 'none'"

/**
 * Answers with bytes as they come. Resolves when the client has taken them or has gone away; in either case nothing is read on. What
 * fails before the first byte is an error like any other, and what fails behind it breaks the answer off.
 */
export async function sendStream(
  reply: FastifyReply,
  content: StreamedContent,
  headersIfPublic: AnswerHeaders | undefined,
): Promise<void> {
  const { request, raw: response } = reply
  const { mimeType, size, isSafe, isInline, filename } = content
  const tag = `"${content.tag}"`
  const storedAt = content.storedAt.toUTCString()
  // What an address shows may be older than what it showed before, as when a crop is taken back: there, only tags tell them apart.
  const validators = content.mayChange ? [tag] : [tag, storedAt]
  const isKnown = knows(request.headers, tag, content.mayChange ? undefined : storedAt)
  // What the client has already, it needs no part of (RFC 9110, 13.2.2).
  const range = isKnown ? undefined : requestedRange(request.headers, size, validators)
  const length = range ? range.end - range.start + 1 : size
  // HEAD opens it as well: what it says must hold for GET, also where the object is gone.
  const opened = isKnown ? null : await content.open(range)
  const isRead = request.method !== 'HEAD' && length > 0
  if (!isRead) opened?.destroy()
  const bytes = isRead ? opened : null
  // Meanwhile, the request may have timed out, or the client may have gone away.
  if (reply.sent || response.headersSent || response.destroyed) {
    bytes?.destroy()
    return
  }
  const list = headerList(request.id, request.answerHeaders, {
    ETag: tag,
    'Last-Modified': storedAt,
    ...(isSafe && headersIfPublic),
    ...(content.varies !== undefined && { Vary: content.varies }),
    ...(!isSafe && { 'Content-Security-Policy': SANDBOX }),
  })
  if (isKnown) {
    response.writeHead(304, list).end()
    return
  }
  list.push('Content-Type', mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType)
  list.push('Content-Length', String(length), 'Accept-Ranges', 'bytes')
  list.push('Content-Disposition', disposition(isInline, filename))
  if (range) list.push('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  response.writeHead(range ? 206 : 200, list)
  if (!bytes) {
    response.end()
    return
  }
  try {
    await pump(bytes, response, length, request.intake.timeout)
  } catch (error) {
    // Half an answer is already sent. Only breaking it off tells the client that it is incomplete.
    if (!response.destroyed) request.log.error({ err: error }, 'a file could not be read to its end')
    response.destroy()
  }
}

/** Whether the client has these bytes already. A date counts only where no tag is given (RFC 9110, 13.2.2). */
function knows(
  { 'if-none-match': tags, 'if-modified-since': since }: FastifyRequest['headers'],
  tag: string,
  storedAt: string | undefined,
): boolean {
  if (tags !== undefined) return namesTag(tags, tag)
  return since !== undefined && storedAt !== undefined && Date.parse(since) >= Date.parse(storedAt)
}

/**
 * Reads on as fast as the client takes it. The answer ends together with its last byte: a client that counts the bytes may go away as
 * soon as it has them, and has then not gone too early. Whatever the bytes come from has `patience` for each piece of them, while the client
 * waits: a storage that stalls would keep the connection, and the client's place, for good.
 */
async function pump(bytes: Readable, response: ServerResponse, length: number, patience: number): Promise<void> {
  response.once('close', () => bytes.destroy())
  let left = length
  const stalled = () => bytes.destroy(new Error(`the storage sent nothing for ${patience} ms`))
  let timer = patience > 0 ? setTimeout(stalled, patience) : undefined
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    clearTimeout(timer)
    left -= chunk.length
    if (left <= 0) {
      response.end(chunk)
      return
    }
    if (!response.write(chunk)) await drained(response)
    if (patience > 0) timer = setTimeout(stalled, patience)
  }
  clearTimeout(timer)
  throw new Error('the object is shorter than its document says')
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      response.off('drain', over).off('close', over)
      resolve()
    }
    response.on('drain', over).on('close', over)
  })
}

/** The name in both forms: for old clients as far as it is ASCII, for all others as it is (RFC 6266). */
function disposition(isInline: boolean, filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `${isInline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
