import { isDeepStrictEqual } from 'node:util'
import { QuireError } from '../../contracts/errors.ts'
import type { IdentityProvider, ProvedIdentity } from '../../contracts/identity-provider.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { Call } from '../../engine/call.ts'
import { execute } from '../../engine/execute.ts'
import { runHooks } from '../../engine/hooks.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { newId } from '../../engine/new-id.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { tellDone } from '../../engine/tell-access.ts'
import { prepare } from '../../engine/write/prepare.ts'
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
  tell,
} from '../auth/offers.ts'
import { shownAt } from './freshness.ts'
import { type KnownUser, knownUser } from './known-user.ts'
import { type Person, personOf, refuseOtherDomains } from './person.ts'

/** A provider, by the key that the configuration gives it. */
export interface NamedProvider {
  readonly key: string
  readonly provider: IdentityProvider
}

export interface SignedInPerson {
  readonly stored: StoredDocument
  /** Whose call it is from here on. */
  readonly call: Call
  readonly started: StartedSession
}

/**
 * Signs somebody in whom a provider has recognised: the account is found, linked or made, and follows what the provider says. All of it is
 * one transaction: whoever is refused, by a rule or a hook, leaves nothing behind.
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
    // Of two who come at the same time for the first time, the second finds what the first has made.
    return await attempt()
  } catch (error) {
    // Whoever has the address is nowhere to be found: in the trash.
    if (error instanceof CameTooLate) throw new QuireError('forbidden', 'This account cannot sign in any more.')
    throw error
  }
}

/** Somebody else has just made the same account, or the same identity. */
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
    throw new QuireError('unverified', 'The e-mail address is not confirmed yet. Use the token in the mail.')
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
  await tellDone(own, unit, { action: 'auth.login', documentId: stored.id, changes })
  afterCommit.push(() => tell(own, 'login', stored, doc))
  return { stored, call: own, started }
}

/** A provider that gives no refresh token can't be asked: its sessions end when they would have to be looked at. */
function rechecked(
  { runtime, entity }: Call,
  owner: { readonly collection: string; readonly userId: string },
  { refreshToken }: Person,
) {
  if (!entity.auth?.session.recheck) return {}
  return { refreshToken: sealedToken(runtime, owner, refreshToken), recheckedAt: runtime.clock().toISOString() }
}

/** What the application makes of what the provider says; undefined where the user stays as it is. */
async function mapped({ key, provider }: NamedProvider, { claims }: Person, user: JsonObject | null) {
  return provider.map?.({ claims, provider: key, user })
}

/** Writes with the rights of the system, past rules and locks: roles follow the provider, whoever edits the user meanwhile. */
function asSystem(call: Call, body: JsonObject): Call {
  const caller = { ...call.caller, actor: null, system: true, isJob: true } as const
  return { ...call, caller, input: { ...call.input, body } }
}

/** Brings a user up to what the provider says now. */
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

/** Somebody who is new here. The first of all gets what the configuration gives to the first user. */
async function makeUser(call: Call, unit: Unit, named: NamedProvider, person: Person): Promise<StoredDocument> {
  const isFirst = await isBootstrapCall(call)
  if (!(await mayBeMade(named, person)))
    throw new QuireError('forbidden', 'There is no account for you here. Ask somebody who may create one.')
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

/** What `map` returns is the application's own: that it doesn't fit the fields is no mistake of whoever signs in. */
async function asOwnFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QuireError) || error.code !== 'validation') throw error
    const problems = (error.issues ?? []).map(({ path, message }) => `${path}: ${message}`).join(' ')
    const cause = new Error(`what \`map\` made of the claims does not fit the fields of the user. ${problems}`)
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
  // Whoever comes by a provider needs no invitation any more.
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

/** A provider that is believed confirms the address, if it is the one that the user has. */
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
