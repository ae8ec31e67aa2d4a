import { isDeepStrictEqual } from 'node:util'
import {
  type Call,
  execute,
  forApplication,
  type IdentityProvider,
  inTransaction,
  type JsonObject,
  newId,
  prepare,
  QuireError,
  runHooks,
  type StoredDocument,
  reportDone,
  type Unit,
} from '@quirecms/core/feature'
import {
  actorOf,
  addressOf,
  authOf,
  confirmAddress,
  CREDENTIALS,
  endInvitation,
  findUser,
  hasConfirmed,
  IDENTITIES,
  isBootstrapCall,
  isOwnAddress,
  sealedToken,
  type StartedSession,
  startSession,
  storeUser,
  type ProvedIdentity,
  reportSignIn,
} from '../auth/offers.ts'
import { type KnownUser, knownUser } from './known-user.ts'
import { type Person, personOf, refuseOtherDomains } from './person.ts'

export interface NamedProvider {
  readonly key: string
  readonly provider: IdentityProvider
}

export interface SignedInPerson {
  readonly stored: StoredDocument
  readonly call: Call
  readonly started: StartedSession
}

/**
 * Signs in a person whom a provider has authenticated: finds, links or creates the account, and updates it from the
 * claims. One transaction: if a rule or hook refuses, nothing is stored.
 */
export async function signInPerson(call: Call, named: NamedProvider, proved: ProvedIdentity): Promise<SignedInPerson> {
  const { provider } = named
  const person = personOf(provider, proved)
  refuseOtherDomains(person, provider)
  const attempt = () => inTransaction(call, (unit) => signIn(call, unit, named, person))
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof CameTooLate)) throw error
  }
  try {
    // If two first sign-ins run concurrently, the second attempt finds the account of the first.
    return await attempt()
  } catch (error) {
    // The account with this address is in the trash.
    if (error instanceof CameTooLate) throw new QuireError('forbidden', 'This account cannot sign in any more.')
    throw error
  }
}

class CameTooLate extends Error {}

async function signIn(call: Call, unit: Unit, named: NamedProvider, person: Person): Promise<SignedInPerson> {
  const { tx, afterCommit } = unit
  const { key, provider } = named
  const known = await knownUser(call, tx, provider, person)
  const user = known ? await follow(call, unit, named, person, known.stored) : await makeUser(call, unit, named, person)
  await keepIdentity(call, unit, key, person, known, user)
  const stored = await confirmIfProven(call, unit, person, user)
  const owner = { collection: call.entity.slug, userId: stored.id }
  const [credentials] = await tx.records.find(CREDENTIALS.name, owner)
  if (!hasConfirmed(call.entity, stored, credentials))
    throw new QuireError('unverified', 'The email address is not confirmed yet. Use the token in the mail.')
  const doc = forApplication(call, stored)
  await runHooks(call, 'beforeLogin', { id: stored.id, doc, provider: key })
  const own: Call = {
    ...call,
    caller: { ...call.caller, actor: actorOf(call.runtime, call.entity, stored, true) },
  }
  const { client } = call.caller
  const started = await startSession(tx.records, owner, authOf(call), call.runtime.clock(), client, ['provider'], {
    provider: key,
    providerSession: person.sessionId,
    idToken: provider.logout === true ? person.idToken : null,
    authenticatedAt: shownAt(call, provider, person)?.toISOString() ?? null,
    ...rechecked(call, owner, person),
  })
  await runHooks(own, 'afterLogin', { id: stored.id, doc, provider: key })
  const changes = [{ path: 'provider', from: null, to: key }]
  await reportDone(own, unit, { action: 'auth.login', documentId: stored.id, changes })
  afterCommit.push(() => reportSignIn(own, 'login', stored, doc))
  return { stored, call: own, started }
}

/** Without a refresh token, the session can't be rechecked: it ends when the first recheck is due. */
function rechecked(
  { runtime, entity }: Call,
  owner: { readonly collection: string; readonly userId: string },
  { refreshToken }: Person,
) {
  if (!entity.auth?.session.recheck) return {}
  return { refreshToken: sealedToken(runtime, owner, refreshToken), recheckedAt: runtime.clock().toISOString() }
}

/** User data that the configuration maps from the claims; undefined to leave the user unchanged. */
async function mapped({ key, provider }: NamedProvider, { claims }: Person, user: JsonObject | null) {
  return provider.map?.({ claims, provider: key, user })
}

/**
 * Writes with the rights of the system, without rules and edit locks: roles follow the provider even while an editor
 * has the user open.
 */
function asSystem(call: Call, body: JsonObject): Call {
  const caller = { ...call.caller, actor: null, system: true, isJob: true } as const
  return { ...call, caller, input: { ...call.input, body } }
}

async function follow(
  call: Call,
  { tx }: Unit,
  named: NamedProvider,
  person: Person,
  stored: StoredDocument,
): Promise<StoredDocument> {
  const doc = forApplication(call, stored)
  const data = await mapped(named, person, doc)
  if (!data || Object.entries(data).every(([name, value]) => isDeepStrictEqual(doc[name], value))) return stored
  const { runtime, entity } = call
  const { caller } = asSystem(call, data)
  await asOwnFailure(() =>
    execute(runtime, entity, 'update', { id: stored.id, body: data, query: {}, params: {} }, caller),
  )
  return (await findUser(runtime, tx, entity, stored.id)) ?? stored
}

/** Creates a new user. The first user gets the configured `bootstrap` data. */
async function makeUser(call: Call, unit: Unit, named: NamedProvider, person: Person): Promise<StoredDocument> {
  const isFirst = await isBootstrapCall(call)
  if (!(await mayBeMade(named, person)))
    throw new QuireError('forbidden', 'There is no account for you here. Ask an administrator to create one.')
  const data = {
    email: person.address,
    ...(await mapped(named, person, null)),
    ...(isFirst && authOf(call).bootstrap),
  } as JsonObject
  const trusted = asSystem(call, { data })
  try {
    const content = await prepare(trusted, data, null)
    return await storeUser(trusted, { content, passwordHash: '', isFirst, allowed: null })
  } catch (error) {
    if (isTaken(error)) throw new CameTooLate()
    return asOwnFailure(() => Promise.reject(error as Error))
  }
}

async function mayBeMade({ key, provider: { create = true } }: NamedProvider, { claims }: Person): Promise<boolean> {
  return typeof create === 'function' ? create({ claims, provider: key }) : create
}

function isTaken(error: unknown): boolean {
  const issues = error instanceof QuireError ? (error.issues ?? []) : []
  return issues.some(({ code, path }) => code === 'unique' && (path === 'email' || path === 'data.email'))
}

/** Invalid data from `map` is an error of the application, not of the person who signs in. */
async function asOwnFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QuireError) || error.code !== 'validation') throw error
    const problems = (error.issues ?? []).map(({ path, message }) => `${path}: ${message}`).join(' ')
    const cause = new Error(`the result of \`map\` does not fit the fields of the user. ${problems}`)
    throw new QuireError('internal', 'Something went wrong in the application.', { cause })
  }
}

async function keepIdentity(
  { entity, runtime }: Call,
  { tx: { records } }: Unit,
  provider: string,
  { issuer, subject, address }: Person,
  known: KnownUser | null,
  user: StoredDocument,
): Promise<void> {
  const now = runtime.clock()
  const used = { provider, email: address, lastUsedAt: now.toISOString() }
  if (known?.identity) {
    await records.update(IDENTITIES.name, { id: known.identity.id }, used)
    return
  }
  // Signing in with a provider accepts a pending invitation.
  if (entity.auth?.invitations) await endInvitation(records, { collection: entity.slug, userId: user.id }, true)
  const isNew = await records.insert(IDENTITIES.name, {
    id: newId(now.getTime()),
    collection: entity.slug,
    userId: user.id,
    issuer,
    subject,
    createdAt: now.toISOString(),
    ...used,
  })
  if (!isNew) throw new CameTooLate()
}

/** A trusted provider confirms the address, if it is the user's current one. */
async function confirmIfProven(
  call: Call,
  { tx }: Unit,
  { address, isConfirmedThere, isBelieved }: Person,
  user: StoredDocument,
): Promise<StoredDocument> {
  if (isConfirmedThere === false || !isBelieved || address !== addressOf(user)) return user
  const owner = { collection: call.entity.slug, userId: user.id }
  const [credentials] = await tx.records.find(CREDENTIALS.name, owner)
  if (isOwnAddress(user, credentials)) return user
  if (!credentials) await tx.records.insert(CREDENTIALS.name, { ...owner, passwordHash: '', verifiedAddress: null })
  await confirmAddress(call, tx, user)
  return (await findUser(call.runtime, tx, call.entity, user.id)) ?? user
}

/** Tolerance for clocks of providers that are behind or ahead. */
const TOLERANCE = 60_000

/**
 * Time of the last authentication at the provider; null if unknown. A time slightly in the future counts as now. One
 * further in the future is invalid, such as a value in milliseconds: otherwise, every sign-in would count as fresh.
 */
function shownAt(
  { runtime }: Call,
  { trustFreshness }: IdentityProvider,
  { authenticatedAt }: Pick<ProvedIdentity, 'authenticatedAt'>,
): Date | null {
  const now = runtime.clock()
  if (authenticatedAt === null) return trustFreshness === true ? now : null
  if (authenticatedAt <= now) return authenticatedAt
  return authenticatedAt.getTime() - now.getTime() <= TOLERANCE ? now : null
}

/**
 * If the provider was asked to authenticate the user again, it must confirm that: a provider that ignores the request
 * must not make the session fresh.
 */
export function refuseUnlessAsked(call: Call, provider: IdentityProvider, proved: ProvedIdentity, since: string): void {
  const at = shownAt(call, provider, proved)
  if (at !== null && at.getTime() >= Date.parse(since) - TOLERANCE) return
  throw new QuireError(
    'invalid_state',
    'The provider does not confirm that you signed in again. Sign in with your password, or with a passkey.',
  )
}
