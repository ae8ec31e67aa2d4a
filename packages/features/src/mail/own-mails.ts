import {
  type Call,
  type Context,
  contextForCall,
  enqueue,
  inTransaction,
  type MailContent,
  newId,
  parseJson,
  type QueuedJob,
  QuireError,
  runCall,
  runInTransaction,
  type Runtime,
  systemCall,
} from '@quirecms/core/feature'
import { attemptWithoutWorker, MAIL_RETRIES, MAILS_AT_ONCE, tooMany, trySending } from '../auth/offers.ts'
import { checkMessage } from './message.ts'
import { DAY, OWN_MAILS } from './own-mail-table.ts'

const SEND_OWN_MAIL = 'sendOwnMail'

/** Limit of waiting mails, for all instances: a mail server that is down must not fill the database. */
const MOST_WAITING = 1_000

/**
 * Queues a mail of application code in the call's transaction: a rollback sends nothing, and after commit any
 * instance sends it.
 */
export async function queueOwnMail(runtime: Runtime, asked: Context, given: unknown): Promise<{ queued: true }> {
  const { storage, manifest } = runtime
  const context = contextForCall(storage, asked)
  if (!manifest.service.jobs.some(({ name }) => name === SEND_OWN_MAIL))
    throw new QuireError(
      'invalid_state',
      'No mail can be sent, because mail is not configured: set `email: smtp({ … })` or `mailer` in the configuration.',
    )
  const { to, ...content } = checkMessage(given)
  return runCall(storage, context, () =>
    runInTransaction(
      storage,
      context,
      async (unit) => {
        const { records } = unit.tx
        if ((await records.count(OWN_MAILS.name, {})) >= MOST_WAITING) throw tooMany()
        const now = runtime.clock()
        const id = newId(now.getTime())
        const createdAt = now.toISOString()
        await records.insert(OWN_MAILS.name, { id, address: to, content: JSON.stringify(content), createdAt })
        const service = systemCall(runtime, manifest.service, SEND_OWN_MAIL)
        const work = await enqueue(service, unit, { job: SEND_OWN_MAIL, documentId: id, revision: 0, runAt: createdAt })
        unit.afterCommit.push(async () => attemptWithoutWorker(runtime, work.id, 'sending a mail'))
        return { queued: true }
      },
      { isolated: false },
    ),
  )
}

/** Sends a mail, and deletes it once it is sent, or after the last attempt. */
export const sendOwnMail: QueuedJob<Call> = {
  name: SEND_OWN_MAIL,
  retryAfter: MAIL_RETRIES,
  concurrency: MAILS_AT_ONCE,
  keptFor: DAY,
  async run(call, work, complete) {
    const { runtime } = call
    const id = work.documentId
    const [row] = await runtime.storage.reader.records.find(OWN_MAILS.name, { id })
    if (row) {
      const write = () => parseJson(row.content) as unknown as MailContent
      await trySending(runtime, { to: row.address, write }, 'of the application', MAIL_RETRIES[work.attempts - 1])
    }
    await inTransaction(call, async (unit) => {
      await unit.tx.records.remove(OWN_MAILS.name, { id })
      await complete(unit, 'forget')
    })
  },
}
