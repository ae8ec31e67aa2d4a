import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@quirecms/webhooks'

/** A secret of tests, and the next one after a rotation. */
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export const NEXT_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

export interface Received {
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert whatever they find
  readonly body: any
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Status of the next responses; 204 by default. Null sends no response. */
  answer: (request: Received) => number | null | undefined | ((response: ServerResponse) => void)
  close(): Promise<void>
}

/** A receiver that verifies signatures. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const receiver: Receiver = {
    url: '',
    received,
    answer: () => undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { headers } = request
      const isGenuine = verifyWebhook({ secret: SECRET, headers, body, tolerance: Number.POSITIVE_INFINITY })
      const one = { headers, text: body.toString(), body: JSON.parse(body.toString()) as unknown }
      received.push(one)
      const answer = isGenuine ? receiver.answer(one) : 401
      if (typeof answer === 'function') answer(response)
      else if (answer !== null) response.writeHead(answer ?? 204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/t0ken` })
}
