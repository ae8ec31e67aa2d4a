import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fault of a request: no response, a partial one, a broken connection, or an error of the service. */
export type Fault = 'hang' | 'stall' | 'reset' | 'error'

/** The part of S3 that stores use, in memory, over real connections, with faults on demand. */
export class FakeS3 {
  readonly objects = new Map<string, Buffer>()
  /** Parts of multipart uploads that are neither completed nor aborted. */
  readonly uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>()
  readonly requests: string[] = []
  /** Called for each request, as `PUT part`; see `nameOf`. */
  fault: (name: string) => Fault | undefined = () => undefined
  /** Hanging requests, while their clients wait. */
  readonly hanging = new Set<ServerResponse>()
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3')
    const name = nameOf(request.method ?? '', url)
    this.requests.push(name)
    const body = await bytesOf(request)
    const fault = this.fault(name)
    if (fault === 'reset') request.socket.destroy()
    else if (fault === 'error') response.writeHead(503).end()
    else if (fault === 'hang' || fault === 'stall') {
      this.hanging.add(response)
      response.once('close', () => this.hanging.delete(response))
      if (fault === 'stall') this.#answerHalf(url, response)
    } else this.#answer(name, url, body, response)
  }

  #answerHalf(url: URL, response: ServerResponse): void {
    const content = this.objects.get(keyIn(url)) ?? Buffer.alloc(0)
    response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, content.length / 2))
  }

  #answer(name: string, url: URL, body: Buffer, response: ServerResponse): void {
    const key = keyIn(url)
    const id = url.searchParams.get('uploadId') ?? ''
    const xml = (content: string) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(content)
    switch (name) {
      case 'PUT object':
        this.objects.set(key, body)
        return void response.writeHead(200, { etag: '"1"' }).end()
      case 'GET object':
        return void (this.objects.has(key)
          ? response.writeHead(200).end(this.objects.get(key))
          : response.writeHead(404).end())
      case 'POST begin': {
        const begun = `upload-${this.requests.length}`
        this.uploads.set(begun, { key, parts: new Map() })
        return xml(`<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`)
      }
      case 'PUT part':
        this.uploads.get(id)?.parts.set(Number(url.searchParams.get('partNumber')), body)
        return void response.writeHead(this.uploads.has(id) ? 200 : 404, { etag: '"1"' }).end()
      case 'POST complete': {
        const parts = [...(this.uploads.get(id)?.parts ?? [])].toSorted(([one], [other]) => one - other)
        this.objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)))
        this.uploads.delete(id)
        return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
      }
      case 'DELETE upload':
        this.uploads.delete(id)
        return void response.writeHead(204).end()
      case 'GET uploads': {
        const listed = [...this.uploads].map(
          ([upload, one]) => `<Upload><Key>${one.key}</Key><UploadId>${upload}</UploadId></Upload>`,
        )
        return xml(`<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`)
      }
      case 'POST delete':
        for (const [, gone = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) this.objects.delete(gone)
        return xml('<DeleteResult></DeleteResult>')
      default:
        response.writeHead(200).end()
    }
  }
}

function keyIn({ pathname }: URL): string {
  return decodeURIComponent(pathname).split('/').slice(2).join('/')
}

function nameOf(method: string, { searchParams, pathname }: URL): string {
  if (searchParams.has('partNumber')) return 'PUT part'
  if (method === 'POST' && searchParams.has('delete')) return 'POST delete'
  if (method === 'POST') return searchParams.has('uploads') ? 'POST begin' : 'POST complete'
  if (searchParams.has('uploads')) return 'GET uploads'
  if (searchParams.has('uploadId')) return `${method} upload`
  return `${method} ${pathname.split('/').filter(Boolean).length > 1 ? 'object' : 'bucket'}`
}

/** Bodies may have signed chunks; stores them decoded. */
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  } catch {
    // The client has disconnected.
  }
  return Buffer.concat(chunks)
}
