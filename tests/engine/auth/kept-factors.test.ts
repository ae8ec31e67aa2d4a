import { type AnyTestApp, createTestApp, describeEachDatabase } from '@quirecms/testkit'
import { exportLines, importLines, setPassword } from '@quirecms/features/commands'
import { createApp } from 'quirecms'
import { createLogger } from '@quirecms/server/log'
import { expect, inject, it, onTestFinished } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'
import { TOTP } from '../../../packages/features/src/auth/factors/factor-tables.ts'
import { guarded, stepsOf } from './guarded.ts'
import { logIn, makeUser, newcomer, verdict } from './people.ts'

/** What is stored of second factors, and where it goes. */
describeEachDatabase('stored second factors (%s)', (dialect) => {
  async function started(more: Partial<typeof guarded> & { onStatement?: (sql: string) => void } = {}) {
    const { config, ...options } = guarded
    const test = await createTestApp(config, { ...options, ...more, dialect, postgresUrl: inject('postgresUrl') })
    onTestFinished(() => test.close())
    return { test, steps: stepsOf(() => test), runtime: runtimeOf(test.app) }
  }

  /** A user with all kinds of factors. */
  async function equipped({ test, steps }: Awaited<ReturnType<typeof started>>) {
    const ann = await newcomer(test)
    const codes = await steps.withTotp(ann)
    const passkey = await steps.withPasskey(ann)
    return { ...ann, codes, passkey, recovery: await steps.codesOf(ann) }
  }

  it('are exported only on request, and work after an import', async () => {
    const from = await started()
    const ann = await equipped(from)
    const lines = async (secrets: boolean) => Array.fromAsync(exportLines(from.runtime, { secrets, files: false }))
    const plain = (await lines(false)).join('')
    for (const table of ['passkeys', 'one-time-codes', 'recovery-codes', 'sign-in-challenges', 'sessions'])
      expect(plain).not.toContain(`"table":"${table}"`)
    expect(plain).not.toContain(ann.passkey.id)
    const whole = await lines(true)
    // No secret is in it as it is.
    expect(whole.join('')).not.toContain(ann.codes.secret.toString('base64url'))
    expect(whole.join('')).not.toContain(ann.recovery[0])

    const to = await started()
    const taken = whole.map((line) => line.trimEnd())
    await importLines(
      to.runtime,
      (async function* all() {
        yield* taken
      })(),
      { merge: false },
    )
    const { token, methods } = await to.steps.challenge(ann.email)
    expect(methods).toEqual(['totp', 'passkey', 'recovery'])
    expect((await to.steps.second({ token, totp: ann.codes.code() })).status).toBe(200)
    const { options, token: asked } = (await to.steps.send('POST', '/api/auth/users/passkeys/options', null, {})).body
    const response = ann.passkey.use(options)
    const login = { token: asked, response }
    expect((await to.steps.send('POST', '/api/auth/users/passkeys/login', null, login)).status).toBe(200)
  })

  it('are resealed with a new key as users sign in, until the old key is unused', async () => {
    const from = await started()
    const ann = await equipped(from)
    const [before] = await from.runtime.storage.reader.records.find(TOTP.name, { userId: ann.id })
    expect(before?.secret).toMatch(/^v1\./)
    const { config, clock, mailer } = guarded
    const restarted = async (keyring: string) => {
      const app = await createApp(
        { ...config, database: from.test.database },
        { clock, mailer, keyring, jobs: false, log: createLogger({ level: 'silent' }) },
      )
      const url = await app.listen({ port: 0 })
      const request: AnyTestApp['request'] = async (method, path, { body, headers } = {}) => {
        const answer = await fetch(url + path, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        return {
          status: answer.status,
          headers: answer.headers,
          text,
          body: JSON.parse(text),
          bytes: Buffer.from(text),
        }
      }
      return { app, steps: stepsOf(() => ({ ...from.test, request })) }
    }
    const newer = `v2:${'n'.repeat(32)}`
    const both = await restarted(`${newer},${guarded.keyring}`)
    const first = await both.steps.challenge(ann.email)
    expect((await both.steps.second({ token: first.token, totp: ann.codes.code() })).status).toBe(200)
    await both.app.close()
    const [after] = await from.runtime.storage.reader.records.find(TOTP.name, { userId: ann.id })
    expect(after?.secret).toMatch(/^v2\./)
    const alone = await restarted(newer)
    const next = await alone.steps.challenge(ann.email)
    expect((await alone.steps.second({ token: next.token, totp: ann.codes.code() })).status).toBe(200)
    await alone.app.close()
  })

  it('are deleted with their user, and by the emergency command', async () => {
    const made = await started()
    const ann = await equipped(made)
    const password = 'another password'
    await setPassword(made.runtime, { collection: 'users', email: ann.email, password })
    expect(verdict(await logIn(made.test, ann.email, password))).toEqual([401, 'second_factor'])
    await setPassword(made.runtime, { collection: 'users', email: ann.email, password, resetFactors: true })
    expect((await logIn(made.test, ann.email, password)).status).toBe(200)
    const ben = await equipped(made)
    await made.test.local.asSystem().collection('users').delete(ben.id)
    const { records } = made.runtime.storage.reader
    for (const table of ['passkeys', 'one-time-codes', 'recovery-codes', 'sign-in-challenges'])
      expect([table, await records.count(table, {})]).toEqual([table, 0])
  })

  it('are not read before the correct password: the same statements, with or without a factor', async () => {
    const said: string[] = []
    const made = await started({ onStatement: (sql) => said.push(sql) })
    const ann = await equipped(made)
    const plain = await makeUser(made.test)
    // Mails are sent in the background; only those of this test count.
    await expect.poll(() => made.runtime.storage.reader.records.count('mails', {})).toBe(0)
    await expect.poll(() => made.runtime.storage.reader.records.count('jobs', {})).toBe(0)
    const wrong = async (email: string) => {
      said.length = 0
      expect((await logIn(made.test, email, 'wrong')).status).toBe(401)
      return [...said]
    }
    await wrong(plain.email)
    expect(await wrong(ann.email)).toEqual(await wrong(plain.email))
    expect(said.join('\n')).not.toMatch(/passkeys|one-time|recovery-codes/)
  })
})
