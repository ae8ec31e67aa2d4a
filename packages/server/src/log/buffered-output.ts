import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Lines are collected up to this length and time, because a write for each request would cost more than the line. */
const ENOUGH = 16 * 1024
const FLUSH_AFTER = 100
/** When nothing reads the log, it is not kept for ever. */
const MOST_WAITING = 16 * 1024 * 1024
/** How long to wait when the reader can't take more at the moment. */
const TRY_AGAIN_AFTER = 20

/**
 * An output for many short lines. Another thread writes them, so that answering requests doesn't wait. We don't use
 * pino's own output: for each line, it measures again all that is waiting, which takes longer than making the line.
 */
export class BufferedOutput implements DestinationStream {
  readonly #fd: number
  #waiting = ''
  #lost = 0
  #isWriting = false
  #timer: NodeJS.Timeout | undefined
  /** Called when nothing is waiting any more. */
  #whenEmpty: (() => void)[] = []

  constructor(fd: number) {
    this.#fd = fd
    // Runs however the process ends, unless it is killed.
    process.on('exit', () => this.flushSync())
  }

  write(lines: string): void {
    if (this.#waiting.length > MOST_WAITING) {
      this.#lost += 1
      return
    }
    if (this.#lost > 0) this.#tellOfLost()
    this.#waiting += lines
    if (this.#waiting.length >= ENOUGH) this.#writeOut()
    else this.#timer ??= setTimeout(() => this.#writeOut(), FLUSH_AFTER).unref()
  }

  #tellOfLost(): void {
    const msg = `${this.#lost} lines of the log were dropped, because nothing read it`
    this.#waiting += `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), msg })}\n`
    this.#lost = 0
  }

  /** Calls back when everything written so far has left the process. */
  flush(done: () => void): void {
    this.#whenEmpty.push(done)
    this.#writeOut()
  }

  /** For the end of the process. By the time it exits, the other thread has also written what it had. */
  flushSync(): void {
    let bytes = this.#take()
    while (bytes.length > 0) {
      try {
        bytes = bytes.subarray(writeSync(this.#fd, bytes))
      } catch (error) {
        if (!isBusy(error)) return
      }
    }
  }

  #writeOut(): void {
    if (this.#isWriting) return
    const bytes = this.#take()
    if (bytes.length > 0) {
      this.#isWriting = true
      this.#send(bytes)
      return
    }
    for (const done of this.#whenEmpty.splice(0)) done()
  }

  #take(): Buffer {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    return bytes
  }

  #send(bytes: Buffer): void {
    write(this.#fd, bytes, (error, written) => {
      if (isBusy(error)) setTimeout(() => this.#send(bytes), TRY_AGAIN_AFTER)
      else if (error === null && written < bytes.length) this.#send(bytes.subarray(written))
      else {
        // Any other error means that the reader is gone, and there is nobody to tell.
        this.#isWriting = false
        if (this.#waiting.length >= ENOUGH || this.#whenEmpty.length > 0) this.#writeOut()
      }
    })
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')
}
