import { type Agent, type RequestOptions, request } from 'node:http'

export interface OneRequest {
  readonly url: string
  readonly method?: string
  readonly body?: string
  readonly status: number
}

/** Sends all requests over the agent's keep-alive connections. */
export async function askMany(count: number, agent: Agent, requestOf: (number: number) => OneRequest): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) {
      const number = next
      next += 1
      await ask(requestOf(number), agent)
    }
  }
  await Promise.all(Array.from({ length: agent.maxSockets }, work))
}

function ask({ url, method = 'GET', body, status }: OneRequest, agent: Agent): Promise<void> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
  const options: RequestOptions = { agent, method, headers }
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      answer.resume().once('error', reject)
      answer.once('end', () => (answer.statusCode === status ? resolve() : reject(new Error(`${answer.statusCode}`))))
    })
    asked.once('error', reject).end(body)
  })
}
