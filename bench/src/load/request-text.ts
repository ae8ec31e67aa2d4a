import type { BenchRequest } from '../scenarios/scenario.ts'

export function requestText({ method, path, body }: BenchRequest, port: number): string {
  const start = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: application/json\r\n`
  if (body === undefined) return `${start}\r\n`
  const text = JSON.stringify(body)
  return `${start}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
