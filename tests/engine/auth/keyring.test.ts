import { createTestApp } from '@quirecms/testkit'
import { collection, defineConfig } from 'quirecms'
import { describe, expect, it } from 'vitest'
import { keyringProblem, openKeyring } from '../../../packages/quire/src/keyring.ts'

const OLD = `v1:${'a'.repeat(32)}`
const NEW = `v2:${'b'.repeat(32)}`

describe('the keyring', () => {
  it('encrypts differently each time, and decrypts its own values', () => {
    const ring = openKeyring(OLD)
    const sealed = ring.seal('a secret', 'totp users 1')
    expect(sealed).toMatch(/^v1\.[\w-]+$/)
    expect(sealed).not.toContain('secret')
    expect(ring.seal('a secret', 'totp users 1')).not.toBe(sealed)
    expect(ring.open(sealed, 'totp users 1')).toBe('a secret')
  })

  it.each([
    ['of another user', (sealed: string) => [sealed, 'totp users 2']],
    ['changed', (sealed: string) => [`${sealed.slice(0, -2)}${sealed.endsWith('A') ? 'B' : 'A'}A`, 'totp users 1']],
    ['cut off', (sealed: string) => [sealed.slice(0, 20), 'totp users 1']],
    ['of an unknown key', (sealed: string) => [sealed.replace('v1', 'v9'), 'totp users 1']],
    ['nothing at all', () => ['', 'totp users 1']],
  ])('does not decrypt what is %s', (_, change) => {
    const ring = openKeyring(OLD)
    const [sealed = '', about = ''] = change(ring.seal('a secret', 'totp users 1'))
    expect(() => ring.open(sealed, about)).toThrow(expect.objectContaining({ code: 'internal' }))
  })

  it('is rotated: a new key encrypts, and the old one decrypts until nothing needs it', () => {
    const before = openKeyring(OLD).seal('a secret', 'x')
    const both = openKeyring(`${NEW},${OLD}`)
    expect(both.open(before, 'x')).toBe('a secret')
    expect(both.isCurrent(before)).toBe(false)
    const after = both.seal(both.open(before, 'x'), 'x')
    expect(both.isCurrent(after)).toBe(true)
    expect(openKeyring(NEW).open(after, 'x')).toBe('a secret')
    expect(() => openKeyring(NEW).open(before, 'x')).toThrow('no key "v1"')
  })

  it('names a key without a name v1', () => {
    const sealed = openKeyring('a'.repeat(32)).seal('a secret', 'x')
    expect(openKeyring(OLD).open(sealed, 'x')).toBe('a secret')
  })

  it.each([
    ['short', 'abc'],
    ['short beside a good one', `${NEW},v1:abc`],
    ['twice of a name', `${NEW},${NEW}`],
    ['of a strange name', `V 2:${'b'.repeat(32)}`],
  ])('refuses a value that is %s, without repeating it', (_, text) => {
    expect(keyringProblem(text)).toMatch(/^must /)
    expect(keyringProblem(text)).not.toContain('bbb')
  })
})

describe('QUIRE_SECRET', () => {
  const config = defineConfig({ collections: { users: collection({ auth: { totp: true }, fields: {} }) } })

  it.each([
    ['missing', '', /collections\.users\.auth\.totp.*needs QUIRE_SECRET/],
    ['short', 'short-and-secret', /QUIRE_SECRET.*must be a text of 32 characters/],
  ])('that is %s stops the start of an application with one-time codes', async (_, keyring, message) => {
    const refused = await createTestApp(config, { keyring }).then(
      () => undefined,
      (error: unknown) => error as Error,
    )
    expect(refused?.message).toMatch(message)
    expect(refused?.message).not.toContain('short-and-secret')
  })
})
