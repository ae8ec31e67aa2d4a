import { get } from 'node:http'
import type { AnyTestApp } from '@quirecms/testkit'
import { onTestFinished } from 'vitest'

export interface Frame {
  readonly event?: string
  readonly id?: string
  readonly data?: Record<string, unknown>
}

export interface Follower {
  readonly status: number
  readonly headers: Headers
  text: string
  isOver: boolean
  end(): void
}

export async function follow(
  app: AnyTestApp,
  query = '',
  as?: string,
  headers: Record<string, string> = {},
): Promise<Follower> {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const response = await app.fetchAs(as)(`${app.url}/api/changes/stream${query}`, { headers, signal: ending.signal })
  const got: Follower = {
    status: response.status,
    headers: response.headers,
    text: '',
    isOver: false,
    end: () => ending.abort(),
  }
  const read = async () => {
    const decoder = new TextDecoder()
    const body: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined
    for await (const bytes of body ?? []) got.text += decoder.decode(bytes, { stream: true })
  }
  read()
    .catch(() => undefined)
    .finally(() => {
      got.isOver = true
    })
  return got
}

/** Follows the stream without reading it. */
export function followWithoutReading(app: AnyTestApp, query: string): Promise<{ readOn(): Promise<string> }> {
  return new Promise((resolve, reject) => {
    const asked = get(`${app.url}/api/changes/stream${query}`, (answer) => {
      answer.pause()
      resolve({
        readOn: async () => {
          const pieces: Buffer[] = []
          for await (const piece of answer) pieces.push(piece as Buffer)
          return Buffer.concat(pieces).toString()
        },
      })
    }).once('error', reject)
    onTestFinished(() => void asked.destroy())
  })
}

export function framesOf(text: string): Frame[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const lines = block.split('\n').map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 2)]
      })
      const { data, ...rest } = Object.fromEntries(lines) as Record<string, string>
      return { ...rest, ...(data !== undefined && { data: JSON.parse(data) as Record<string, unknown> }) }
    })
}

/** The reason in the last event of a stream. */
export function farewellOf(text: string): unknown {
  return framesOf(text).find(({ event }) => event === 'end')?.data?.['reason']
}
