import { extname } from 'node:path'
import { AskedProcess, clientDisconnected, ProcessPool } from '@quirecms/core'
import type { ImageAnswer, ImageTask } from './image-task.ts'
import { unavailable } from './storage-failure.ts'

/** Deadline in milliseconds for one image. */
const LONGEST_WORK = 20_000

export type MadeImage = Extract<ImageAnswer, { bytes: Uint8Array }>

/**
 * Pool of processes that work on images. A decoder can be stopped only by killing its process, which happens at the
 * deadline and when the request is aborted. The caller limits the concurrency.
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

  /** Once this settles, the process writes no more to the file. */
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
  const leave = () => process.kill(clientDisconnected())
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

/**
 * A crash of the decoder is an error of the image. SIGKILL and SIGTERM come from outside, such as from the
 * out-of-memory killer.
 */
function diedOf(code: number | null, signal: NodeJS.Signals | null): Error {
  const died = new Error(`the process of the image ended with ${signal ?? code}`)
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? unavailable(died) : died
}
