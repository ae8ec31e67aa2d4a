import { setTimeout as pause } from 'node:timers/promises'
import type { MailContent } from '../../contracts/auth.ts'
import type { Runtime } from '../../engine/call.ts'
import { BoundedQueue } from './bounded-queue.ts'

const AT_ONCE = 4
const PLACES = 1000
/** Writing and sending a mail is work that only happens where there is somebody to send it to. At which moment, nobody can tell. */
const SPREAD = 200
/** A mailer that never settles must not keep its turn for good. */
const PATIENCE = 60_000

/** A mail that is to go out; what it says is written when it does. */
export interface Mail {
  readonly to: string
  readonly write: () => MailContent
}

const queues = new WeakMap<Runtime, BoundedQueue>()

function queueOf(runtime: Runtime): BoundedQueue {
  const queue =
    queues.get(runtime) ??
    new BoundedQueue({
      atOnce: AT_ONCE,
      places: PLACES,
      refusal: 'Too many mails are waiting to be sent. Try again soon.',
    })
  queues.set(runtime, queue)
  return queue
}

/**
 * Finds out behind the answer whether a mail is to go out, and sends it. `unavailable` at once where too many wait, whoever it is for:
 * that tells nothing of an address.
 */
export function inMailQueue(runtime: Runtime, what: string, decide: () => Promise<Mail | null>): void {
  const place = queueOf(runtime).enter()
  runtime.background(`mail for ${what}`, async () => {
    try {
      const mail = await place.run(decide)
      if (!mail) return
      await pause(Math.random() * SPREAD)
      await place.run(() => send(runtime, mail))
    } finally {
      place.leave()
    }
  })
}

/** The same for what a committed change leads to: where too many wait, the change stands and the log says that no mail went out. */
export function mailAfterCommit(runtime: Runtime, what: string, decide: () => Promise<Mail | null>): void {
  try {
    inMailQueue(runtime, what, decide)
  } catch (error) {
    runtime.reportError(`mail for ${what}`, error)
  }
}

async function send({ mailer }: Runtime, { to, write }: Mail): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const isOver = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the mail did not go out within ${PATIENCE / 1000} s`)), PATIENCE)
  })
  try {
    await Promise.race([mailer.send(to, write()), isOver])
  } finally {
    clearTimeout(timer)
  }
}
