import {
  admit,
  ask,
  type Call,
  type Condition,
  decideInsteadOf,
  deniedPaths,
  insertDocument,
  inTransaction,
  type Issue,
  type JsonObject,
  matches,
  type Operation,
  prepare,
  type PreparedContent,
  PRESENTATION,
  QuireError,
  refusalOf,
  refuseInput,
  type StoredDocument,
  storesDocument,
  type Unit,
} from '@quirecms/core/feature'
import { BOOTSTRAPS, CREDENTIALS } from './auth-tables.ts'
import { isBootstrapCall } from './bootstrap.ts'
import { CREATE_USER_SCHEMA, WITHOUT_PASSWORD_SCHEMA } from './create-user-body.ts'
import { confirmationMail } from './mail-queue.ts'
import { hashPassword, inHashQueue, passwordIssues } from './passwords.ts'
import { actorOf, addressOf, authOf, hashOfAddress } from './users.ts'
import { verifiedAtFirst } from './user-fields.ts'

/**
 * Creates a user. The password hash is stored beside the document, never in it. The first user can be created without
 * credentials (docs/contract/authentication.md#bootstrap).
 */
export const createUser = storesDocument({
  name: 'createUser',
  summary: 'Create a user',
  description:
    'Creates a user with a password. If there are no users yet, every caller may create the first one, who has all rights.',
  endpoint: { method: 'POST', path: '/create-user', base: 'auth' },
  local: { method: 'createUser', args: ['body'] },
  parameters: PRESENTATION,
  body: { kind: 'schema', schema: CREATE_USER_SCHEMA },
  ifMatch: false,
  answer: { kind: 'doc', status: 201 },
  limitedAsAuth: true,
  rule: 'create',
  // A new user is a document of the collection: creating it has the same capability.
  capability: { name: 'create', makes: 'document' },
  headers: ['x-bootstrap-token'],
  async stores(call) {
    const auth = authOf(call)
    const { data, password } = call.input.body as { data: JsonObject; password?: string }
    const isFirst = await isBootstrapCall(call)
    const allowed = isFirst || call.caller.system ? null : await ask(call, 'create', { data })
    if (isFirst) decideInsteadOf('create', call)
    if (allowed?.kind === 'never') throw refusalOf(call)
    if (!isFirst)
      await refuseInput(call, data, 'create', () =>
        prepareUser(call, data, false, password === undefined ? [] : passwordIssues(password, auth, 'password')),
      )
    const hash = await hashUnlessWrong(call, password)

    const document = await inTransaction(call, async (unit) => {
      const content = await prepareUser(call, data, isFirst, hash.issues)
      const user = await storeUser(call, { content, passwordHash: hash.value, isFirst, allowed })
      if (auth.verification && !isFirst) await confirmationMail(call, unit, 'welcome', user)
      return user
    })
    // The answer has those fields that the new user may read (docs/contract/authentication.md#auth-defaults). That
    // user has not signed in yet: other documents are read, and hooks run, for the caller.
    const actor = actorOf(call.runtime, call.entity, document, isFirst || !auth.verification)
    return { document, fieldsFor: { ...call, caller: { ...call.caller, actor } }, beside: undefined }
  },
  answers: (doc) => ({ kind: 'doc', doc }),
})

/** For collections without passwords: creates a user who signs in with a provider later. */
export const createUserWithoutPassword: Operation<Call> = {
  ...createUser,
  description: 'Creates a user who signs in with a provider, and is recognized by the email address.',
  body: { kind: 'schema', schema: WITHOUT_PASSWORD_SCHEMA },
}

interface Hash {
  readonly value: string
  readonly issues: ReturnType<typeof passwordIssues>
}

/**
 * Hash before the transaction, because hashing is slow. Issues of the password are reported together with those of
 * the data.
 */
async function hashUnlessWrong(call: Call, password: string | undefined): Promise<Hash> {
  if (password === undefined) return { issues: [], value: '' }
  const issues = passwordIssues(password, authOf(call), 'password')
  return { issues, value: issues.length > 0 ? '' : await inHashQueue((place) => hashPassword(password, place)) }
}

/**
 * Records that the collection has a user. Of concurrent calls for the first user one wins; the others are refused.
 */
async function claimFirst(call: Call, unit: Unit, isFirst: boolean): Promise<void> {
  const at = call.runtime.clock().toISOString()
  const claimed = await unit.tx.records.insert(BOOTSTRAPS.name, { collection: call.entity.slug, at })
  if (isFirst && !claimed) throw refusalOf(call)
}

interface NewUser {
  readonly content: PreparedContent
  /** Null for a service account, which has no credentials. */
  readonly passwordHash: string | null
  readonly isFirst: boolean
  /** Condition of the access rule for the new document; null if no rule was asked. */
  readonly allowed: Condition | null
}

export function storeUser(call: Call, { content, passwordHash, isFirst, allowed }: NewUser): Promise<StoredDocument> {
  return inTransaction(call, async (unit) => {
    await claimFirst(call, unit, isFirst)
    const document = await insertUser(call, unit, content, isFirst)
    if (allowed && !(await matches(call, document.id, allowed))) throw refusalOf(call)
    if (passwordHash === null) return document
    await unit.tx.records.insert(CREDENTIALS.name, {
      collection: call.entity.slug,
      userId: document.id,
      passwordHash,
      // Only the first user's address is verified without a confirmation
      // (docs/contract/authentication.md#verification).
      verifiedAddress: isFirst ? hashOfAddress(addressOf(document)) : null,
    })
    return document
  })
}

async function insertUser(call: Call, unit: Unit, content: PreparedContent, isFirst: boolean): Promise<StoredDocument> {
  // Imported values (an id, timestamps) are members of `data`, not of the body around it.
  const { data } = call.input.body as { data: JsonObject }
  const maintained = { ...call.maintained, ...verifiedAtFirst(isFirst) }
  try {
    return await insertDocument({ ...call, maintained, input: { ...call.input, body: data } }, unit, content)
  } catch (error) {
    throw invalid(below(issuesOf(error)))
  }
}

/** Returns the issues of a refused document, and rethrows any other error. */
function issuesOf(error: unknown): readonly Issue[] {
  if (error instanceof QuireError && error.code === 'validation') return error.issues ?? []
  throw error
}

function invalid(issues: readonly Issue[]): QuireError {
  return new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
}

/** Prepares the user's content, or throws its issues together with those of the password. */
export async function prepareUser(
  call: Call,
  data: JsonObject,
  isFirst: boolean,
  ofPassword: readonly Issue[],
): Promise<PreparedContent> {
  const issues = [...ofPassword]
  try {
    const content = await (isFirst ? prepareFirst(call, data, issues) : prepare(call, data, null))
    if (issues.length === 0) return content
  } catch (error) {
    const refused = new Set(issues.map(({ path }) => path))
    issues.push(...below(issuesOf(error)).filter(({ path }) => !refused.has(path)))
  }
  throw invalid(issues)
}

/** The configured `bootstrap` data overrides what the client sent, and is written with the rights of the system. */
async function prepareFirst(call: Call, data: JsonObject, issues: Issue[]): Promise<PreparedContent> {
  const admission = admit(call, data, await deniedPaths(call, 'create', null, { data }), true)
  issues.push(...below(admission.issues))
  const trusted: Call = { ...call, caller: { ...call.caller, system: true } }
  return prepare(trusted, { ...admission.rest(), ...authOf(call).bootstrap }, null)
}

/**
 * Issue paths are paths in the request body: the user's fields are below `data`
 * (docs/contract/errors.md#issue-paths).
 */
function below(issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: `data.${issue.path}` }))
}
