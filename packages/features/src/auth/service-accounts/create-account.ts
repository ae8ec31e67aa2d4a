import {
  ask,
  type Call,
  inTransaction,
  type JsonObject,
  matches,
  type Operation,
  QuireError,
  refusalOf,
  refuseInput,
  storesDocument,
} from '@quirecms/core/feature'
import { createUser, prepareUser, storeUser } from '../create-user.ts'
import { CREATE_ACCOUNT_SCHEMA } from '../create-user-body.ts'
import { AS_SERVICE_ACCOUNT } from '../user-fields.ts'

interface NewAccount {
  readonly data: JsonObject
  readonly password?: string
  readonly kind?: 'person' | 'service'
}

/** `create-user` that also creates service accounts. */
export function makesAccounts(forPeople: Operation<Call>): Operation<Call> {
  return {
    ...forPeople,
    description:
      'Creates a user with a password. If there are no users yet, every caller may create the first one, who has all rights. With `kind: "service"`, creates an account without password and email address, which acts only through API keys; this also requires the right to manage keys.',
    body: { kind: 'schema', schema: CREATE_ACCOUNT_SCHEMA },
    async run(call) {
      const { kind, password } = call.input.body as unknown as NewAccount
      if (kind === 'service') return createServiceAccount.run(call)
      const hasPasswords = call.entity.auth?.passwords !== false
      if (hasPasswords && password === undefined) throw wrongPassword('required', 'Is required.')
      if (!hasPasswords && password !== undefined)
        throw wrongPassword('unknown_field', 'Users have no passwords here. Leave this out.')
      return forPeople.run(call)
    },
  }
}

/**
 * A service account can't sign in: it is never the first user, and gets no mail. The actor also needs the right to
 * manage its keys.
 */
const createServiceAccount = storesDocument({
  ...createUser,
  async stores(given) {
    const { data, password } = given.input.body as unknown as NewAccount
    const call: Call = { ...given, maintained: AS_SERVICE_ACCOUNT }
    const allowed = await permitted(call, 'create', data)
    const managed = await permitted(call, 'manageKeys', data)
    if (password !== undefined)
      throw wrongPassword('unknown_field', 'A service account has no password. Leave this out, or `kind`.')
    await refuseInput(call, data, 'create', () => prepareUser(call, data, false, []))
    const document = await inTransaction(call, async () => {
      const content = await prepareUser(call, data, false, [])
      const account = await storeUser(call, { content, passwordHash: null, isFirst: false, allowed })
      if (!(await matches(call, account.id, managed))) throw refusalOf(call, 'manageKeys')
      return account
    })
    return { document, beside: undefined }
  },
  answers: (doc) => ({ kind: 'doc', doc }),
})

async function permitted(call: Call, rule: 'create' | 'manageKeys', data: JsonObject) {
  const allowed = await ask(call, rule, { data })
  if (allowed.kind === 'never') throw refusalOf(call, rule)
  return allowed
}

function wrongPassword(code: 'required' | 'unknown_field', message: string): QuireError {
  const issues = [{ code, path: 'password', message }]
  return new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
}
