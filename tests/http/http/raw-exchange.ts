import { type IncomingHttpHeaders, request } from 'node:http'

export interface Exchange {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As received: `fetch` would have decompressed it. */
  readonly body: Buffer
}

/** One request on a new connection, with exactly these headers. */
export async function exchange(
  url: string,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  method = 'GET',
  body?: string,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers: headers as Record<string, string | string[]>, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.end(body)
  })
}
