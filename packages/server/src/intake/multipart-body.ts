import {
  type IncomingFile,
  type IncomingParts,
  type Issue,
  type JsonLimits,
  type JsonObject,
  QuireError,
} from '@quirecms/core'
import type { BusboyFileStream } from '@fastify/busboy'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseStrictJson } from './strict-json.ts'

export interface MultipartLimits {
  readonly maxFileSize: number
  /** Limit of the part `data`: the same as for other JSON. */
  readonly maxDataSize: number
  readonly json: JsonLimits
}

/** Allowance for boundaries and part headers (docs/contract/uploads.md#requests). */
const FRAMING = 64 * 1024

export function mostBytes({ maxFileSize, maxDataSize }: Pick<MultipartLimits, 'maxFileSize' | 'maxDataSize'>): number {
  return maxFileSize + maxDataSize + FRAMING
}

/**
 * Reads a `multipart/form-data` body with a `file` and a `data` part, each at most once, in either order. Buffers only
 * `data`. Reading ends when the response is sent, such as after a timeout.
 */
export function multipartBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: MultipartLimits,
): IncomingParts {
  return {
    dataPath: 'data.',
    read: async (onFile) => {
      const { Busboy } = await import('@fastify/busboy')
      return new Promise((resolve, reject) => {
        const reading = new MultipartReading(onFile, limits)
        let parser: InstanceType<typeof Busboy>
        try {
          parser = new Busboy({
            headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
            // Treats every part as bytes: the parser must not interpret them.
            isPartAFile: () => true,
            limits: { headerPairs: 50, headerSize: 16 * 1024 },
          })
        } catch {
          reject(malformed())
          return
        }
        if (request.destroyed || response.destroyed) {
          reject(malformed())
          return
        }
        let isOver = false
        let length = 0
        const count = (chunk: Buffer) => {
          length += chunk.length
          if (length > mostBytes(limits)) finish(requestTooLarge(mostBytes(limits)))
        }
        const breakOff = () => finish(malformed())
        const closed = () => {
          if (!request.complete) breakOff()
        }
        /** Does not destroy the request, so that a response can still be sent on its connection. */
        const finish = (error: Error) => {
          if (isOver) return
          isOver = true
          request.off('data', count).off('close', closed).unpipe(parser)
          response.off('close', breakOff)
          reading.breakOff()
          parser.destroy()
          reject(error)
        }
        reading.onError = finish
        parser.on('file', (name, stream, filename) => reading.part(name, stream, filename))
        parser.on('error', breakOff)
        parser.on('finish', () => {
          request.off('data', count).off('close', closed)
          response.off('close', breakOff)
          if (!isOver) reading.result().then(resolve, finish)
        })
        response.on('close', breakOff)
        request.on('data', count).on('close', closed).on('error', breakOff)
        request.pipe(parser)
      })
    },
  }
}

class MultipartReading<Taken> {
  readonly #onFile: (file: IncomingFile) => Promise<Taken>
  readonly #limits: MultipartLimits
  readonly #issues: Issue[] = []
  readonly #parts = new Set<string>()
  #data: Promise<JsonObject> | undefined
  #file: Promise<Taken> | undefined
  #current: BusboyFileStream | undefined
  onError: (error: Error) => void = () => undefined

  constructor(onFile: (file: IncomingFile) => Promise<Taken>, limits: MultipartLimits) {
    this.#onFile = onFile
    this.#limits = limits
  }

  part(name: string | undefined, stream: BusboyFileStream, filename: string | undefined): void {
    // The parser reports these errors.
    stream.on('error', () => undefined)
    this.#current = stream
    const problem = this.#problemOf(name, filename)
    if (problem) {
      this.#issues.push(problem)
      this.onError(invalidParts(this.#issues))
      return
    }
    if (name === 'data') {
      this.#data = readData(stream, this.#limits)
      this.#data.catch(this.onError)
    } else {
      this.#file = this.#onFile({ filename: withQuotes(filename ?? ''), content: stream })
      this.#file.catch(this.onError)
    }
  }

  async result(): Promise<{ data: JsonObject; file: Taken | null }> {
    return { data: (await this.#data) ?? {}, file: (await this.#file) ?? null }
  }

  /** Aborts the current part, so that its reader gets an error. */
  breakOff(): void {
    this.#current?.destroy(malformed())
  }

  #problemOf(name: string | undefined, filename: string | undefined): Issue | null {
    const path = name ?? ''
    if (path !== 'file' && path !== 'data')
      return { code: 'unknown_field', path, message: 'A request may have the parts "file" and "data", and no others.' }
    if (this.#parts.has(path)) return { code: 'type', path, message: `Send the part "${path}" only once.` }
    this.#parts.add(path)
    if (path === 'file' && typeof filename !== 'string')
      return { code: 'type', path, message: 'The part "file" must be a file, with its name.' }
    return null
  }
}

/** Browsers escape only the quote in a file name. */
function withQuotes(filename: string): string {
  return filename.replaceAll('%22', '"')
}

async function readData(
  stream: AsyncIterable<Uint8Array>,
  { maxDataSize, json }: MultipartLimits,
): Promise<JsonObject> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > maxDataSize)
      throw new QuireError(
        'payload_too_large',
        `The part "data" is too large: it may have at most ${maxDataSize} bytes.`,
      )
    chunks.push(chunk)
  }
  return parseStrictJson(Buffer.concat(chunks), json)
}

function invalidParts(issues: readonly Issue[]): QuireError {
  return new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
}

function malformed(): QuireError {
  return new QuireError('invalid_request', 'The body is not well-formed multipart/form-data, or it is incomplete.')
}

export function requestTooLarge(most: number): QuireError {
  return new QuireError('payload_too_large', `The request is too large: it may have at most ${most} bytes.`)
}
