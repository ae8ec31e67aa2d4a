import type { Condition } from '../../contracts/condition.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import { ask, askInGeneral, refuse } from '../../engine/access.ts'
import type { Call } from '../../engine/call.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import type { PreparedContent } from '../../engine/write/prepare.ts'
import { isBootstrapCall } from './bootstrap.ts'
import { createUser, prepareUser, storeUser } from './create-user.ts'
import { behindAnswer, confirmationMail, noticeMail } from './mail-queue.ts'
import { hashPassword, inHashQueue, passwordIssues } from './passwords.ts'
import { addressOf, authOf } from './users.ts'

/**
 * `create-user` where strangers must not learn whose addresses are known (`registration: 'private'`). Everything that does not depend on
 * that comes before the answer, which is always the same; the rest comes after it: a new user, or a mail to the one that is there.
 * Whoever may read all users learns nothing from an ordinary answer, and gets one.
 */
export const registerPrivately: Operation<Call> = {
  ...createUser,
  summary: 'Create a user, or tell the one with this address by mail',
  answer: {
    kind: 'value',
    status: 201,
    schema: {
      type: 'object',
      properties: {
        registered: { const: true },
        doc: { type: 'object', description: 'The new user, for callers who may read all users.' },
      },
    },
  },
  async run(call) {
    const isOpen = call.caller.system || (await askInGeneral(call, 'read')).kind === 'always'
    if (isOpen || (await isBootstrapCall(call))) return createUser.run(call)
    const { data, password } = call.input.body as { data: JsonObject; password: string }
    const allowed = await ask(call, 'create', { data })
    if (allowed.kind === 'never') throw refuse(call)
    const ofPassword = passwordIssues(password, authOf(call), 'password')
    const content = await prepareUser({ ...call, unchecked: ['email'] }, data, false, ofPassword)
    const hash = await inHashQueue((place) => hashPassword(password, place))
    // Behind the answer, nothing of the call goes on but who made it.
    const behind: Call = { ...call, caller: { ...call.caller, context: {} } }
    behindAnswer(call.runtime, 'a registration', () => register(behind, content, hash, allowed))
    return { kind: 'value', value: { registered: true } }
  },
}

/** A mail comes of it: to the new user, or to the one whose address it is. */
async function register(call: Call, content: PreparedContent, passwordHash: string, allowed: Condition): Promise<void> {
  try {
    await inTransaction(call, async (unit) => {
      const user = await storeUser(call, { content, passwordHash, isFirst: false, allowed })
      if (authOf(call).verification) await confirmationMail(call, unit, 'welcome', user)
    })
  } catch (error) {
    if (!isAddressTaken(error)) throw error
    const email = addressOf(content)
    await inTransaction(call, (unit) => noticeMail(call, unit, 'registeredAgain', email, { email }))
  }
}

function isAddressTaken(error: unknown): boolean {
  const issues = error instanceof QuireError && error.code === 'validation' ? (error.issues ?? []) : []
  return issues.some(({ code, path }) => code === 'unique' && path === 'data.email')
}
