import { extname } from 'node:path'
import { AskedProcess, nobodyWaits, ProcessPool } from '@quirecms/core'
import type { ImageAnswer, ImageTask } from './image-task.ts'
import { unavailable } from './storage-failure.ts'

/** Milliseconds of work on one image, after which it is given up. */
const LONGEST_WORK = 20_000

/** What was made of an image. */
export type MadeImage = Extract<ImageAnswer, { bytes: Uint8Array }>

/**
 * Works on images where it can be ended: once a decoder has begun, nothing but the end of its process stops it. A process is killed at the
 * deadline, or as soon as nobody waits for its image any more. How many there are at a time is for the caller to say.
 */
export class ImageProcesses {
  readonly #pool = new ProcessPool<ImageTask, ImageAnswer>(
    (gone) =>
      new AskedProcess({
        file: new URL(`./image-process${extname(import.meta.url)}`, import.meta.url),
        stderr: 'ignore',
        gone,
        died: (cause, code, signal) => (cause ? unavailable(cause) : diedOf(code, signal)),
      }),
  )

  /** Whatever it ends with, nothing more is written by then. */
  async run(task: ImageTask, over: AbortSignal | undefined): Promise<MadeImage> {
    const answer = await this.#pool.run((process) => askUntilOver(process, task, over))
    if ('bytes' in answer) return answer
    throw Object.assign(new Error(answer.message), answer.code !== undefined && { code: answer.code })
  }

  close(): void {
    this.#pool.killAll(unavailable(new Error('the application was closed')))
  }
}

async function askUntilOver(
  process: AskedProcess<ImageTask, ImageAnswer>,
  task: ImageTask,
  over: AbortSignal | undefined,
): Promise<ImageAnswer> {
  const leave = () => process.kill(nobodyWaits())
  const deadline = setTimeout(() => process.kill(new Error('the image takes too long')), LONGEST_WORK)
  over?.addEventListener('abort', leave, { once: true })
  try {
    const asked = process.ask(task)
    if (over?.aborted) leave()
    return await asked
  } finally {
    clearTimeout(deadline)
    over?.removeEventListener('abort', leave)
  }
}

/** A decoder that breaks down does so over the image. Where somebody else ended it, the machine had no room for it. */
function diedOf(code: number | null, signal: NodeJS.Signals | null): Error {
  const died = new Error(`the process that worked on the image ended with ${signal ?? code}`)
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? unavailable(died) : died
}
