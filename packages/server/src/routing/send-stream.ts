import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { StreamedContent } from '@quirecms/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../reply/in-pieces.ts'
import { type HeadersByName, headerList } from '../reply/send.ts'
import { requestedRange } from './preconditions.ts'

/**
 * For content that a browser could run (docs/contract/uploads.md#active-content): it is downloaded, and nothing in it
 * runs even if it is opened.
 */
const SANDBOX = "sandbox; default-src 'none'"

/**
 * Sends a file. Resolves when the client has received it or disconnected; either way, reading stops. An error before
 * the first byte is a normal error; a later one destroys the response.
 */
export async function sendStream(
  reply: FastifyReply,
  content: StreamedContent,
  headersIfPublic: HeadersByName | undefined,
): Promise<void> {
  const { request, raw: response } = reply
  const { mimeType, size, isSafe, isInline, filename } = content
  const tag = `"${content.tag}"`
  const storedAt = content.storedAt.toUTCString()
  // The file at a URL can become older, such as after a crop is undone. Then only tags distinguish versions.
  const validators = content.mayChange ? [tag] : [tag, storedAt]
  const isKnown = knows(request.headers, tag, content.mayChange ? undefined : storedAt)
  // A client that has the current file needs no range of it (RFC 9110, 13.2.2).
  const range = isKnown ? undefined : requestedRange(request.headers, size, validators)
  const length = range ? range.end - range.start + 1 : size
  // HEAD opens it, too, so that it fails like GET if the object is missing.
  const opened = isKnown ? null : await content.open(range)
  const isRead = request.method !== 'HEAD' && length > 0
  if (!isRead) opened?.destroy()
  const bytes = isRead ? opened : null
  // The request may have timed out, or the client may have disconnected meanwhile.
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
    await pump(bytes, response, length, request.policy.timeout)
  } catch (error) {
    // Part of the response was sent. Only destroying it tells the client that it is incomplete.
    if (!response.destroyed) request.log.error({ err: error }, 'a file could not be read completely')
    response.destroy()
  }
}

/** Whether the client already has this file. The date counts only without a tag (RFC 9110, 13.2.2). */
function knows(
  { 'if-none-match': tags, 'if-modified-since': since }: FastifyRequest['headers'],
  tag: string,
  storedAt: string | undefined,
): boolean {
  if (tags !== undefined) return namesTag(tags, tag)
  return since !== undefined && storedAt !== undefined && Date.parse(since) >= Date.parse(storedAt)
}

/**
 * Copies at the pace of the client (back-pressure). The response ends together with its last byte, because a client
 * that counts bytes may disconnect as soon as it has them. The storage has `patience` milliseconds for each chunk: a
 * stalled one would hold the connection and the client's slot forever.
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

/** The file name in both forms: ASCII for old clients, UTF-8 for all others (RFC 6266). */
function disposition(isInline: boolean, filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `${isInline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
