import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BenchOptions } from '../command-line.ts'
import { quireProgram } from '../contenders/quire-installation.ts'
import { TimedClient } from '../hostile/timed-client.ts'
import { ServerProcess } from '../processes/server-process.ts'

const CONFIG_FILE = fileURLToPath(new URL('./files.config.ts', import.meta.url))
const PICTURE = fileURLToPath(new URL('../../../examples/blog/demo/pictures/letters.webp', import.meta.url))

const CHUNK = 256 * 1024
const LARGE_FILE = 1024 ** 3
const LARGE_FILE_WHEN_QUICK = 64 * 1024 ** 2

/** Concurrent uploads of pictures, and readers beside them, which pause between reads. */
const UPLOADERS = 16
const READERS = 4
const PAUSE_MS = 5

export interface UploadMeasurement {
  readonly size: number
  readonly upload: number
  readonly download: number
  /** Resident bytes: before, and the maximum during the transfer. */
  readonly idleMemory: number
  readonly highestMemory: number
  /** Times of concurrent reads in milliseconds, and the number of pictures stored meanwhile. */
  readonly reads: readonly { readonly beside: string; readonly times: readonly number[]; readonly stored: number }[]
}

/**
 * Measures on its own service, on SQLite and the local disk. Not pinned: images are processed outside of its main
 * thread.
 */
export async function measureUploads(options: BenchOptions, folder: string): Promise<UploadMeasurement> {
  const own = join(folder, 'uploads')
  await mkdir(own, { recursive: true })
  await copyFile(CONFIG_FILE, join(own, 'quire.config.ts'))
  const config = join(own, 'quire.config.ts')
  const server = await ServerProcess.spawn({
    command: (port) => ({
      args: [quireProgram(own), 'start', '--migrate', '--config', config, '--port', String(port)],
    }),
    pin: [],
    logFile: join(own, 'server.log'),
  })
  try {
    await server.ready()
    const api = `http://127.0.0.1:${server.port}`
    const size = options.isQuick ? LARGE_FILE_WHEN_QUICK : LARGE_FILE
    // The first upload loads the code for files, which stays in memory.
    await upload(api, 'files', 'first.bin', zeros(CHUNK))
    const large = await moveLargeFile(server, api, size)
    const seconds = options.rounds * options.seconds
    const reads = [
      await readBeside(server.port, api, 0, seconds),
      await readBeside(server.port, api, UPLOADERS, seconds),
    ]
    return { size, ...large, reads }
  } finally {
    await server.stop()
  }
}

async function moveLargeFile(server: ServerProcess, api: string, size: number) {
  const idleMemory = server.usage().memory
  let highestMemory = idleMemory
  const look = setInterval(() => {
    highestMemory = Math.max(highestMemory, server.usage().memory)
  }, 50)
  try {
    const began = performance.now()
    const { url } = await upload(api, 'files', 'large.bin', zeros(size))
    const stored = performance.now()
    const answer = await fetch(api + url)
    let received = 0
    const body: AsyncIterable<Uint8Array> | null = answer.body
    if (!body) throw new Error('the file came back empty')
    for await (const chunk of body) received += chunk.length
    if (received !== size) throw new Error(`${received} of ${size} bytes came back`)
    const seconds = (from: number, to: number) => (to - from) / 1000
    return { upload: seconds(began, stored), download: seconds(stored, performance.now()), idleMemory, highestMemory }
  } finally {
    clearInterval(look)
  }
}

async function readBeside(port: number, api: string, uploaders: number, seconds: number) {
  const answer = await fetch(`${api}/api/collections/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"read by many"}',
  })
  const { doc } = (await answer.json()) as { doc: { id: string } }
  const picture = await readFile(PICTURE)
  const over = new AbortController()
  let stored = 0
  const storm = Array.from({ length: uploaders }, async () => {
    while (!over.signal.aborted) {
      await upload(api, 'pictures', 'picture.webp', [picture])
      stored += 1
    }
  })
  // The uploads are running before the first read.
  await sleep(500)
  const readers = Array.from({ length: READERS }, () => new TimedClient(port))
  const reads = readers.map((client) =>
    client.askUntil(
      () => over.signal.aborted,
      () => `/api/collections/notes/${doc.id}`,
      () => sleep(PAUSE_MS),
    ),
  )
  await sleep(seconds * 1000)
  over.abort()
  await Promise.all([...storm, ...reads])
  for (const client of readers) client.close()
  for (const { statuses } of readers)
    if ([...statuses.keys()].some((status) => status !== 200)) throw new Error('a read was not answered with 200')
  return { beside: `${uploaders} uploads`, times: readers.flatMap(({ times }) => times), stored }
}

/** Streams a generated form, so that the file is never in memory as a whole. */
async function upload(
  api: string,
  slug: string,
  name: string,
  content: Iterable<Uint8Array>,
): Promise<{ readonly url: string }> {
  async function* form() {
    yield Buffer.from(`--bench\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`)
    yield* content
    yield Buffer.from('\r\n--bench--\r\n')
  }
  const answer = await fetch(`${api}/api/collections/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=bench' },
    body: ReadableStream.from(form()),
    duplex: 'half',
  })
  const body = (await answer.json()) as { doc: { url: string } }
  if (answer.status !== 201) throw new Error(`an upload was answered with ${answer.status}: ${JSON.stringify(body)}`)
  return body.doc
}

function* zeros(size: number): Generator<Uint8Array> {
  const chunk = Buffer.alloc(CHUNK)
  for (let sent = 0; sent < size; sent += CHUNK) yield chunk
}
