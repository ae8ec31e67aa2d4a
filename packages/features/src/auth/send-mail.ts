import { setTimeout as pause } from 'node:timers/promises'
import {
  type Call,
  inTransaction,
  type MailContent,
  type QueuedJob,
  QuireError,
  type Runtime,
  systemCall,
} from '@quirecms/core/feature'
import { DAY, MAILS } from './auth-tables.ts'
import { MAILS_AT_ONCE, SEND_MAIL } from './mail-queue.ts'
import { type Mail, writtenMail } from './written-mail.ts'
import { mailer } from './services.ts'

/**
 * Upper bound of a random delay. Only mails to existing users are written and sent; the delay hides when that
 * happens.
 */
const SPREAD = 200
/** Deadline of the mailer, so that it can't occupy a worker forever. */
const PATIENCE = 60_000

const SECOND = 1_000
const MINUTE = 60_000
/** Eight attempts within four hours: longer than most failures last, and a later link helps no user. */
export const MAIL_RETRIES = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 120 * MINUTE]

/** Sends a mail. Deletes it once it is sent, if there is no recipient, or after the last attempt. */
export const sendMail: QueuedJob<Call> = {
  name: SEND_MAIL,
  retryAfter: MAIL_RETRIES,
  concurrency: MAILS_AT_ONCE,
  keptFor: DAY,
  async run(call, work, complete) {
    const { runtime } = call
    const id = work.documentId
    const forget = () =>
      inTransaction(call, async (unit) => {
        await unit.tx.records.remove(MAILS.name, { id })
        await complete(unit, 'forget')
      })
    const [row] = await runtime.storage.reader.records.find(MAILS.name, { id })
    const entity = row && runtime.manifest.collections[row.collection]
    if (row && entity?.auth) {
      const mail = await writtenMail(systemCall(runtime, entity, SEND_MAIL), entity.auth, row)
      if (mail) await trySending(runtime, mail, row.kind, MAIL_RETRIES[work.attempts - 1])
    }
    await forget()
  },
}

/** Throws if the mail is to be retried. After the last attempt, logs that it was never sent. */
export async function trySending(runtime: Runtime, mail: Mail, kind: string, wait: number | undefined): Promise<void> {
  try {
    await pause(Math.random() * SPREAD)
    await send(runtime, mail.to, mail.write())
  } catch (error) {
    if (wait === undefined) {
      runtime.reportError(
        `a mail (${kind}) could not be sent, and is given up after ${MAIL_RETRIES.length + 1} attempts`,
        error,
      )
      return
    }
    runtime.reportError(`a mail (${kind}) could not be sent; the next attempt is in ${wait / SECOND} s`, error)
    throw new QuireError('unavailable', 'The mail could not be sent.')
  }
}

async function send({ services }: Runtime, to: string, content: MailContent): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const isOver = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`sending the mail took longer than ${PATIENCE / SECOND} s`)), PATIENCE)
  })
  try {
    await Promise.race([services.get(mailer).send(to, content), isOver])
  } finally {
    clearTimeout(timer)
  }
}
