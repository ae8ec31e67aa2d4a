import { ask, askWithoutDocument, type Call, type JsonObject, type Operation, refusalOf } from '@quirecms/core/feature'
import { isBootstrapCall } from './bootstrap.ts'
import { createUser, prepareUser } from './create-user.ts'
import { hashPassword, inHashQueue, passwordIssues } from './passwords.ts'
import { queueRegistration } from './queued-registration.ts'
import { authOf } from './users.ts'

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
