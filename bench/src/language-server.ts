import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Ask = ReturnType<typeof questionsTo>

/** Starts the language server of TypeScript 7 for the project in a folder, and ends it after `use`. */
export async function withLanguageServer(folder: string, use: (ask: Ask) => Promise<void>): Promise<void> {
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
  const server = spawn(process.execPath, [compiler, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ask = questionsTo(server)
  try {
    await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} })
    ask.tell('initialized', {})
    await use(ask)
  } finally {
    server.kill()
  }
}

/** Sends requests of the Language Server Protocol to a process, and answers its own with null. */
function questionsTo({ stdin, stdout }: ChildProcess) {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  let received = Buffer.alloc(0)
  stdout?.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const end = received.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/i.exec(received.toString('latin1', 0, Math.max(end, 0)))?.[1])
      if (end < 0 || received.length < end + 4 + length) return
      const message = JSON.parse(received.toString('utf8', end + 4, end + 4 + length)) as {
        readonly id?: number
        readonly method?: string
        readonly result?: unknown
        readonly error?: { readonly message: string }
      }
      received = received.subarray(end + 4 + length)
      if (message.id === undefined) continue
      if (message.method !== undefined) send({ id: message.id, result: null })
      else if (message.error) waiting.get(message.id)?.reject(new Error(message.error.message))
      else waiting.get(message.id)?.resolve(message.result)
    }
  })
  let last = 0
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      send({ id: last, method, params })
    })
  return Object.assign(ask, { tell: (method: string, params: object) => send({ method, params }) })
}
