import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Lines are collected up to this many bytes and milliseconds, because a write per request costs more than the line. */
const CHUNK = 64 * 1024
const FLUSH_AFTER = 100
/** Most bytes that wait for a slow reader. Beyond that, lines are dropped to bound memory. */
const MOST_WAITING = 16 * 1024 * 1024
/** Milliseconds until the next attempt if the reader is busy. */
const TRY_AGAIN_AFTER = 20
/** Most bytes of a UTF-16 code unit in UTF-8. */
const BYTES_PER_CHARACTER = 3

/**
 * Output for many short lines. A thread of libuv writes them, so requests don't wait. pino's own output is not used: it
 * measures all waiting data for each line, which takes longer than the line itself.
 */
export class BufferedOutput implements DestinationStream {
  readonly #fd: number
  readonly #mostWaiting: number
  /** Lines are encoded when they arrive: joining hundreds of strings first is slower. */
  #chunk = Buffer.allocUnsafeSlow(CHUNK)
  #used = 0
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #lost = 0
  #isWriting = false
  #timer: NodeJS.Timeout | undefined
  #whenEmpty: (() => void)[] = []

  /** Beyond `mostWaiting` bytes, lines are dropped. */
  constructor(fd: number, mostWaiting = MOST_WAITING) {
    this.#fd = fd
    this.#mostWaiting = mostWaiting
    // Runs at every exit of the process, except when it is killed.
    process.on('exit', () => this.flushSync())
  }

  write(lines: string): void {
    if (this.#waitingBytes > this.#mostWaiting) {
      this.#lost += 1
      return
    }
    if (this.#lost > 0) this.#tellOfLost()
    this.#add(lines)
    if (this.#waiting.length > 0) this.#writeOut()
    else this.#timer ??= setTimeout(() => this.#writeOut(), FLUSH_AFTER).unref()
  }

  /** Calls `done` when all lines so far have left the process. */
  flush(done: () => void): void {
    this.#whenEmpty.push(done)
    this.#writeOut()
  }

  /** Writes synchronously at the end of the process, which also waits for a write of libuv's thread. */
  flushSync(): void {
    this.#endChunk()
    for (let bytes = this.#take(); bytes !== undefined; bytes = this.#take()) {
      while (bytes.length > 0) {
        try {
          bytes = bytes.subarray(writeSync(this.#fd, bytes))
        } catch (error) {
          if (!isBusy(error)) return
        }
      }
    }
  }

  #add(lines: string): void {
    const most = lines.length * BYTES_PER_CHARACTER
    if (this.#used + most > CHUNK) this.#endChunk()
    if (most > CHUNK) this.#keep(Buffer.from(lines))
    else this.#used += this.#chunk.write(lines, this.#used)
  }

  #endChunk(): void {
    if (this.#used === 0) return
    this.#keep(this.#chunk.subarray(0, this.#used))
    this.#chunk = Buffer.allocUnsafeSlow(CHUNK)
    this.#used = 0
  }

  #keep(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
  }

  #take(): Buffer | undefined {
    const bytes = this.#waiting.shift()
    this.#waitingBytes -= bytes?.length ?? 0
    return bytes
  }

  #tellOfLost(): void {
    const msg = `${this.#lost} lines of the log were dropped, because the output was not read`
    this.#add(`${JSON.stringify({ level: 'warn', time: new Date().toISOString(), msg })}\n`)
    this.#lost = 0
  }

  #writeOut(): void {
    if (this.#isWriting) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Older chunks go first; the current chunk can go on filling.
    if (this.#waiting.length === 0) this.#endChunk()
    const bytes = this.#take()
    if (bytes !== undefined) {
      this.#isWriting = true
      this.#send(bytes)
      return
    }
    for (const done of this.#whenEmpty.splice(0)) done()
  }

  #send(bytes: Buffer): void {
    write(this.#fd, bytes, (error, written) => {
      if (isBusy(error)) setTimeout(() => this.#send(bytes), TRY_AGAIN_AFTER)
      else if (error === null && written < bytes.length) this.#send(bytes.subarray(written))
      else {
        // Any other error means that the reader is gone.
        this.#isWriting = false
        if (this.#waiting.length > 0 || this.#whenEmpty.length > 0) this.#writeOut()
        else if (this.#used > 0) this.#timer ??= setTimeout(() => this.#writeOut(), FLUSH_AFTER).unref()
      }
    })
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')
}
