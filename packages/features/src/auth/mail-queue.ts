import {
  attempt,
  type Call,
  isWorkedThrough,
  newId,
  type Notices,
  enqueue,
  QuireError,
  type Runtime,
  type StoredDocument,
  systemCall,
  type Unit,
  onceFor,
} from '@quirecms/core/feature'
import { MAIL_GATE, MAILS, type MailKind, type NoticeKind } from './auth-tables.ts'
import { BoundedQueue } from './bounded-queue.ts'
import type { MailLinkPurpose } from './mail-link.ts'
import { addressOf } from './users.ts'

/** Queued job that sends a mail. It belongs to the service; `documentId` is the id of the mail. */
export const SEND_MAIL = 'sendMail'

export const MAILS_AT_ONCE = 4

/**
 * Limit of waiting mails, for all instances: a mail server that is down must not fill the database. Concurrent
 * changes of users may exceed it by one mail each, because they don't take the lock for it.
 */
const MOST_WAITING = 1000

const queueOf = onceFor(
  (_: Runtime) => new BoundedQueue({ atOnce: MAILS_AT_ONCE, places: MOST_WAITING, refusal: tooMany().message }),
)

export function tooMany(): QuireError {
  return new QuireError('unavailable', 'Too many mails are waiting to be sent. Try again soon.', { retryAfter: 1 })
}

/**
 * Queues a mail that a client requested; it is sent after commit. Whether the address has a user is checked when it
 * is sent. Throws `unavailable` if too many mails wait.
 */
export async function requestedMail(call: Call, unit: Unit, purpose: MailLinkPurpose, address: string): Promise<void> {
  // The lock is held until commit, and this transaction is short.
  await passGate(unit, 'gate')
  if (!(await queueMail(call, unit, purpose, address, null))) throw tooMany()
}

export async function confirmationMail(
  call: Call,
  unit: Unit,
  kind: 'welcome' | 'verification',
  user: Pick<StoredDocument, 'json'>,
): Promise<void> {
  reportUnlessQueued(call, unit, kind, await queueMail(call, unit, kind, addressOf(user), null))
}

export async function noticeMail<Kind extends NoticeKind>(
  call: Call,
  unit: Unit,
  kind: Kind,
  address: string,
  details: Omit<Parameters<Notices[Kind]>[0], 'language'>,
): Promise<void> {
  reportUnlessQueued(call, unit, kind, await queueMail(call, unit, kind, address, JSON.stringify(details)))
}

/** If too many mails wait, the change is committed without its mail, and the log says so. */
function reportUnlessQueued({ runtime }: Call, unit: Unit, kind: MailKind, isQueued: boolean): void {
  if (!isQueued) unit.afterCommit.push(async () => runtime.reportError(`no mail was sent (${kind})`, tooMany()))
}

/**
 * Locks the gate `id` until the transaction ends. Transactions that count and then insert are serialized by it:
 * without the lock, concurrent ones would not see each other's rows.
 */
export async function passGate({ tx: { records } }: Unit, id: string): Promise<void> {
  const gate = { id }
  const [found] = await records.find(MAIL_GATE.name, gate, { lock: true })
  if (found) return
  await records.insert(MAIL_GATE.name, gate)
  await records.find(MAIL_GATE.name, gate, { lock: true })
}

async function queueMail(
  call: Call,
  unit: Unit,
  kind: MailKind,
  address: string,
  details: string | null,
): Promise<boolean> {
  if (address === '') return true
  if ((await unit.tx.records.count(MAILS.name, {})) >= MOST_WAITING) return false
  await insertMail(call, unit, kind, address, details)
  return true
}

/**
 * Queues a mail that the call depends on: throws `unavailable` if too many mails wait. Returns the id of the mail.
 */
export async function putOffMail(
  call: Call,
  unit: Unit,
  kind: MailKind,
  address: string,
  details: string,
): Promise<string> {
  if ((await unit.tx.records.count(MAILS.name, {})) >= MOST_WAITING) throw tooMany()
  return insertMail(call, unit, kind, address, details)
}

async function insertMail(
  { runtime, entity }: Call,
  unit: Unit,
  kind: MailKind,
  address: string,
  details: string | null,
): Promise<string> {
  const { records } = unit.tx
  const now = runtime.clock()
  const id = newId(now.getTime())
  const createdAt = now.toISOString()
  await records.insert(MAILS.name, { id, collection: entity.slug, kind, address, details, tokenHash: null, createdAt })
  const service = systemCall(runtime, runtime.manifest.service, SEND_MAIL)
  const work = await enqueue(service, unit, { job: SEND_MAIL, documentId: id, revision: 0, runAt: createdAt })
  unit.afterCommit.push(async () => attemptWithoutWorker(runtime, work.id, 'sending a mail'))
  return id
}

/**
 * A process without queue workers, such as a command, attempts its own work once. Workers of other processes retry
 * what fails.
 */
export function attemptWithoutWorker(runtime: Runtime, workId: string, what: string): void {
  if (isWorkedThrough(runtime)) return
  const { signal } = new AbortController()
  runtime.runInBackground(what, () =>
    queueOf(runtime).hold((place) => place.run(() => attempt(runtime, workId, signal))),
  )
}
