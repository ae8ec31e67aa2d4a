import type { BenchRequest } from '../scenarios/scenario.ts'

/** `authorization` is the header of requests of editors; undefined for a server without users. */
export function requestText(
  { method, path, body, isSignedIn }: BenchRequest,
  port: number,
  authorization: string | undefined,
): string {
  const own = isSignedIn && authorization !== undefined ? `Authorization: ${authorization}\r\n` : ''
  const start = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: application/json\r\n${own}`
  if (body === undefined) return `${start}\r\n`
  const text = JSON.stringify(body)
  return `${start}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
