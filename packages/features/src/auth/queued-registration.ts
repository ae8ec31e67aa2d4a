import {
  currentActor,
  type Call,
  type Condition,
  inTransaction,
  newId,
  type PreparedContent,
  enqueue,
  type QueuedJob,
  type QueuedWork,
  QuireError,
  type Runtime,
  systemCall,
  type Unit,
  ask,
  askWithoutDocument,
  type JsonObject,
  type Operation,
  refusalOf,
} from '@quirecms/core/feature'
import { DAY, type RegistrationRow, REGISTRATIONS } from './auth-tables.ts'
import { storeUser, createUser, prepareUser } from './create-user.ts'
import { attemptWithoutWorker, confirmationMail, MAILS_AT_ONCE, noticeMail, tooMany } from './mail-queue.ts'
import { addressOf, authOf } from './users.ts'
import { isBootstrapCall } from './bootstrap.ts'
import { hashPassword, inHashQueue, passwordIssues } from './passwords.ts'

/** Queued job that stores a user. It belongs to the service; `documentId` is the id of the registration. */
const REGISTER = 'register'

const MOST_WAITING = 1000

const SECOND = 1_000
const MINUTE = 60_000
/** For failures of the database. Issues of the registration itself were reported in its answer. */
const RETRY_AFTER = [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE, 60 * MINUTE]

interface Registration {
  readonly content: PreparedContent
  readonly passwordHash: string
  readonly allowed: Condition
}

/**
 * Stores a registration, with the same statements whether or not the address is taken. Once committed, a crash
 * doesn't lose it.
 */
async function queueRegistration(call: Call, registration: Registration): Promise<void> {
  const { runtime, entity, caller, locale } = call
  const { content, passwordHash, allowed } = registration
  await inTransaction(call, async (unit) => {
    const { records } = unit.tx
    if ((await records.count(REGISTRATIONS.name, {})) >= MOST_WAITING) throw tooMany()
    const now = runtime.clock()
    const id = newId(now.getTime())
    const createdAt = now.toISOString()
    await records.insert(REGISTRATIONS.name, {
      id,
      collection: entity.slug,
      passwordHash,
      details: JSON.stringify({ content: { ...content, content: undefined }, allowed, locale }),
      createdAt,
    })
    const service = { ...systemCall(runtime, runtime.manifest.service, REGISTER), caller }
    const work = await enqueue(service, unit, { job: REGISTER, documentId: id, revision: 0, runAt: createdAt })
    unit.afterCommit.push(async () => attemptWithoutWorker(runtime, work.id, 'a registration'))
  })
}

/** Stores the user, or notifies the existing user of this address by mail. */
export const register: QueuedJob<Call> = {
  name: REGISTER,
  retryAfter: RETRY_AFTER,
  concurrency: MAILS_AT_ONCE,
  keptFor: DAY,
  async run({ runtime }, work, complete) {
    const id = work.documentId
    const end = async (unit: Unit) => {
      await unit.tx.records.remove(REGISTRATIONS.name, { id })
      await complete(unit, 'forget')
    }
    const [row] = await runtime.storage.reader.records.find(REGISTRATIONS.name, { id })
    const call = row && (await callOf(runtime, row, work))
    if (!call) return inTransaction(systemCall(runtime, runtime.manifest.service, REGISTER), end)
    const { content, allowed } = JSON.parse(row.details) as Omit<Registration, 'passwordHash'>
    try {
      await inTransaction(call, async (unit) => {
        const user = await storeUser(call, { content, passwordHash: row.passwordHash, isFirst: false, allowed })
        if (authOf(call).verification) await confirmationMail(call, unit, 'welcome', user)
        await end(unit)
      })
    } catch (error) {
      if (!isFinal(error)) throw error
      if (!isAddressTaken(error)) runtime.reportError('a registration could not be stored', error)
      await inTransaction(call, async (unit) => {
        const email = addressOf(content)
        if (isAddressTaken(error)) await noticeMail(call, unit, 'registeredAgain', email, { email })
        await end(unit)
      })
    }
  },
}

/** Rebuilds the call of the registration, as far as storing needs it; null if its collection is gone. */
async function callOf(runtime: Runtime, row: RegistrationRow, { createdBy }: QueuedWork): Promise<Call | null> {
  const entity = runtime.manifest.collections[row.collection]
  const operation = entity?.operations['createUser']
  if (!entity?.auth || !operation) return null
  const { content, locale } = JSON.parse(row.details) as { content: PreparedContent; locale: Call['locale'] }
  const actor = createdBy && (await currentActor(runtime, createdBy.collection, createdBy.id))
  return {
    runtime,
    entity,
    operation,
    caller: { actor, system: false, isJob: true, context: {} },
    input: { query: {}, params: {}, body: { data: content.data } },
    locale,
  }
}

/** A retry would fail in the same way. */
function isFinal(error: unknown): boolean {
  return error instanceof QuireError && ['validation', 'forbidden', 'unauthenticated'].includes(error.code)
}

function isAddressTaken(error: unknown): boolean {
  const issues = error instanceof QuireError && error.code === 'validation' ? (error.issues ?? []) : []
  return issues.some(({ code, path }) => code === 'unique' && path === 'data.email')
}

/**
 * `create-user` with `registration: 'private'`, which must not reveal whose addresses are known. Checks that don't
 * depend on existing users come before the answer, which is always the same. The job queue then creates the user, or
 * mails the existing one. Callers who may read all users learn nothing from an ordinary answer, and get one.
 */
export const registerPrivately: Operation<Call> = {
  ...createUser,
  summary: 'Create a user, or send a mail to the existing one',
  answer: {
    kind: 'value',
    status: 201,
    schema: {
      type: 'object',
      properties: {
        registered: { const: true },
        doc: { type: 'object', description: 'The new user; only for callers who may read all users.' },
      },
    },
  },
  async run(call) {
    const isOpen = call.caller.system || (await askWithoutDocument(call, 'read')).kind === 'always'
    if (isOpen || (await isBootstrapCall(call))) return createUser.run(call)
    const { data, password } = call.input.body as { data: JsonObject; password: string }
    const allowed = await ask(call, 'create', { data })
    if (allowed.kind === 'never') throw refusalOf(call)
    const ofPassword = passwordIssues(password, authOf(call), 'password')
    const content = await prepareUser({ ...call, uncheckedUniques: ['email'] }, data, false, ofPassword)
    const hash = await inHashQueue((place) => hashPassword(password, place))
    await queueRegistration(call, { content, passwordHash: hash, allowed })
    return { kind: 'value', value: { registered: true } }
  },
}
