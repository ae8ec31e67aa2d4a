import { must, type AnyTestApp, type TestResponse } from '@quirecms/testkit'
import { expect } from 'vitest'

export const PASSWORD = 'correct horse battery staple'

let made = 0

/** An address that no other test uses, so that it is neither locked nor taken. */
export function freshAddress(name = 'someone'): string {
  made += 1
  return `${name}-${made}@example.com`
}

export interface Person {
  readonly id: string
  readonly email: string
}

/** A user, made by the system. */
export async function makeUser(
  test: AnyTestApp,
  {
    collection = 'users',
    password = PASSWORD,
    ...data
  }: { collection?: string; password?: string; [field: string]: unknown } = {},
): Promise<Person> {
  const email = typeof data['email'] === 'string' ? data['email'] : freshAddress()
  const created: unknown = await test.local
    .asSystem()
    .users(collection)
    .createUser({ data: { ...data, email }, password })
  return { id: (created as { id: string }).id, email }
}

export interface SignedIn extends Person {
  readonly token: string
  readonly sessionId: string
  readonly cookie: string
  readonly byToken: { readonly authorization: string }
  readonly byCookie: { readonly cookie: string }
}

export function logIn(
  test: AnyTestApp,
  email: string,
  password = PASSWORD,
  collection = 'users',
): Promise<TestResponse> {
  return test.request('POST', `/api/auth/${collection}/login`, { body: { email, password } })
}

export async function signedIn(
  test: AnyTestApp,
  email: string,
  password = PASSWORD,
  collection = 'users',
): Promise<SignedIn> {
  const answer = await logIn(test, email, password, collection)
  expect(answer.status, answer.text).toBe(200)
  const body = answer.body as { user: { id: string }; token: string; session: { id: string } }
  const cookie = cookieOf(answer.headers)
  return {
    id: body.user.id,
    email,
    token: body.token,
    sessionId: body.session.id,
    cookie,
    byToken: { authorization: `Session ${body.token}` },
    byCookie: { cookie },
  }
}

/** A new user who has signed in. */
export async function newcomer(
  test: AnyTestApp,
  data: { collection?: string; [field: string]: unknown } = {},
): Promise<SignedIn> {
  const { email } = await makeUser(test, data)
  return signedIn(test, email, PASSWORD, data.collection)
}

export function admin(test: AnyTestApp): Promise<SignedIn> {
  return newcomer(test, { email: freshAddress('admin'), roles: ['admin'] })
}

/** The cookie of an answer, as the next request brings it. */
export function cookieOf(headers: Headers): string {
  return must(headers.getSetCookie()[0]?.split(';')[0], 'cookie in the answer')
}

/** Status and code, which clients rely on. */
export function verdict(answer: TestResponse): readonly [number, string | undefined] {
  const body = answer.body as { error?: { code: string } } | undefined
  return [answer.status, body?.error?.code]
}

export async function me(test: AnyTestApp, headers: Record<string, string>): Promise<TestResponse> {
  return test.request('GET', '/api/auth/me', { headers })
}
