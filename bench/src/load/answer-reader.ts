const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const NOTHING: Buffer = Buffer.alloc(0)

/**
 * Detects the end of a response and its status. Parses no more than needed, because the generator shares the machine
 * with the server.
 */
export class AnswerReader {
  status = 0
  /** Bytes left; undefined until the headers are complete, infinite for a chunked response. */
  #left: number | undefined
  #tail = NOTHING

  take(chunk: Buffer): boolean {
    if (this.#left !== undefined) return this.#takeBody(chunk)
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : chunk
    const end = bytes.indexOf(HEAD_END)
    if (end === -1) {
      this.#tail = bytes
      return false
    }
    const head = bytes.toString('latin1', 0, end)
    this.status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    this.#left = bodyLength(head)
    this.#tail = NOTHING
    return this.#takeBody(bytes.subarray(end + HEAD_END.length))
  }

  #takeBody(bytes: Buffer): boolean {
    const left = this.#left ?? 0
    if (left === Infinity) {
      const tail = Buffer.concat([this.#tail, bytes.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
      this.#tail = tail.equals(LAST_CHUNK) ? NOTHING : tail
      if (this.#tail.length > 0) return false
    } else if (left > bytes.length) {
      this.#left = left - bytes.length
      return false
    }
    this.#left = undefined
    return true
  }
}

const LENGTH = /\r\ncontent-length: *(\d+)/i

function bodyLength(head: string): number {
  const length = LENGTH.exec(head)?.[1]
  return length === undefined ? Infinity : Number(length)
}
