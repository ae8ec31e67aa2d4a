import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nobodyWaits } from '@quire/core'
import type { ImageAnswer, ImageTask } from './image-task.ts'
import { unavailable } from './storage-failure.ts'

/** Milliseconds of work on one image, after which it is given up. */
const LONGEST_WORK = 20_000

/** A process that nobody needs goes. */
const IDLE_MS = 60_000

/** What was made of an image. */
export type MadeImage = Extract<ImageAnswer, { bytes: Uint8Array }>

/**
 * Works on images where it can be ended: once a decoder has begun, nothing but the end of its process stops it. A process is started
 * when it is first needed, used again, and killed at the deadline, or as soon as nobody waits for its image any more. How many there are
 * at a time is for the caller to say.
 */
export class ImageProcesses {
  readonly #idle: ImageProcess[] = []
  readonly #all = new Set<ImageProcess>()

  /** Whatever it ends with, nothing more is written by then. */
  async run(task: ImageTask, over: AbortSignal | undefined): Promise<MadeImage> {
    const process = this.#idle.pop() ?? this.#start()
    const answer = await process.ask(task, over)
    if (process.isAlive) this.#idle.push(process)
    if ('bytes' in answer) return answer
    throw Object.assign(new Error(answer.message), answer.code !== undefined && { code: answer.code })
  }

  close(): void {
    for (const process of this.#all) process.kill(unavailable(new Error('the application was closed')))
  }

  #start(): ImageProcess {
    const process = new ImageProcess(() => {
      this.#all.delete(process)
      const place = this.#idle.indexOf(process)
      if (place >= 0) this.#idle.splice(place, 1)
    })
    this.#all.add(process)
    return process
  }
}

interface WaitingForImage {
  readonly resolve: (answer: ImageAnswer) => void
  readonly reject: (error: unknown) => void
}

/** One process, with one image at a time. */
class ImageProcess {
  readonly #process: ChildProcess
  #waiting: WaitingForImage | undefined
  #idle: NodeJS.Timeout | undefined
  /** Why we ended it. */
  #ended: Error | undefined
  isAlive = true

  constructor(gone: () => void) {
    const file = fileURLToPath(new URL(`./image-process${extname(import.meta.url)}`, import.meta.url))
    this.#process = fork(file, [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process.on('message', (answer: ImageAnswer) => this.#waiting?.resolve(answer))
    const end = (reason: Error) => {
      this.isAlive = false
      clearTimeout(this.#idle)
      this.#waiting?.reject(this.#ended ?? reason)
      gone()
    }
    this.#process.on('error', (error) => end(unavailable(error)))
    this.#process.on('exit', (code, signal) => end(diedOf(code, signal)))
    this.#letOthersGoFirst()
  }

  async ask(task: ImageTask, over: AbortSignal | undefined): Promise<ImageAnswer> {
    this.#hold(true)
    const leave = () => this.kill(nobodyWaits())
    const deadline = setTimeout(() => this.kill(new Error('the image takes too long')), LONGEST_WORK)
    over?.addEventListener('abort', leave, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject }
        this.#process.send(task, (error) => {
          // If it is dead, its end tells why.
          if (error && this.#process.exitCode === null && this.#process.signalCode === null) reject(unavailable(error))
        })
        if (over?.aborted) leave()
      })
    } finally {
      clearTimeout(deadline)
      over?.removeEventListener('abort', leave)
      this.#waiting = undefined
      if (this.isAlive) this.#hold(false)
    }
  }

  /** Whoever waits hears of it once the process is gone, and writes no more. */
  kill(reason: Error): void {
    this.isAlive = false
    this.#ended ??= reason
    this.#process.kill('SIGKILL')
  }

  /** Who waits for an image keeps this process from ending; one at rest does not. */
  #hold(isBusy: boolean): void {
    clearTimeout(this.#idle)
    if (isBusy) {
      this.#process.ref()
      this.#process.channel?.ref()
      return
    }
    this.#process.unref()
    this.#process.channel?.unref()
    this.#idle = setTimeout(() => this.kill(new Error('nobody needs it')), IDLE_MS).unref()
  }

  /** An image may take seconds; those who serve should not feel it where processors are few. */
  #letOthersGoFirst(): void {
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // Not every system lets a process do that.
    }
  }
}

/** A decoder that breaks down does so over the image. Where somebody else ended it, the machine had no room for it. */
function diedOf(code: number | null, signal: NodeJS.Signals | null): Error {
  const died = new Error(`the process that worked on the image ended with ${signal ?? code}`)
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? unavailable(died) : died
}
