import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../tests/setup/runs.ts'
import { keyringProblem, openKeyring } from './keyring.ts'

const FIRST = 'a'.repeat(32)
const SECOND = 'b'.repeat(32)

describe('the value of QUIRE_SECRET', () => {
  it.each([
    ['one secret without a name', FIRST],
    ['one secret with a name', `v1:${FIRST}`],
    ['several secrets', `v2:${SECOND},v1:${FIRST}`],
    ['blanks around its parts', ` v2 : ${SECOND} , v1:${FIRST} `],
    ['colons in a secret', `v1:${'a:'.repeat(16)}`],
    ['sixteen secrets', Array.from({ length: 16 }, (_, index) => `v${index}:${FIRST}`).join()],
  ])('may be %s', (_, text) => expect(keyringProblem(text)).toBeNull())

  it.each([
    ['nothing', ''],
    ['a short secret', 'a'.repeat(31)],
    ['a short secret behind a long one', `v2:${SECOND},v1:short`],
    ['a secret that is blank', ' '.repeat(40)],
    ['a name with capitals', `V1:${FIRST}`],
    ['no name before the colon', `:${FIRST}`],
    ['a name that is too long', `${'n'.repeat(17)}:${FIRST}`],
    ['a comma at the end', `v1:${FIRST},`],
    ['the same name twice', `v1:${FIRST},v1:${SECOND}`],
    ['two secrets without names', `${FIRST},${SECOND}`],
    ['seventeen secrets', Array.from({ length: 17 }, (_, index) => `v${index}:${FIRST}`).join()],
  ])('may not be %s', (_, text) => {
    expect(keyringProblem(text)).toEqual(expect.any(String))
    expect(() => openKeyring(text)).toThrow('QUIRE_SECRET')
  })

  it('is never quoted in its error', () =>
    expect(keyringProblem('v1:secret-that-is-short')).not.toContain('secret-that'))
})

describe('a sealed secret', () => {
  const ring = openKeyring(`v1:${FIRST}`)
  const newer = openKeyring(`v2:${SECOND},v1:${FIRST}`)

  it('opens with the same keyring and the same context', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, about) => {
        expect(ring.open(ring.seal(text, about), about)).toBe(text)
      }),
      runs(50),
    ))

  it('differs each time, so that equal secrets are not recognizable', () =>
    expect(ring.seal('x', 'a')).not.toBe(ring.seal('x', 'a')))

  it('does not reveal its content', () => expect(ring.seal('my secret', 'a')).not.toContain('secret'))

  it('names the key that sealed it', () => {
    expect(ring.seal('x', 'a')).toMatch(/^v1\./)
    expect(newer.seal('x', 'a')).toMatch(/^v2\./)
  })

  it('still opens after a newer key was added, and is then due for resealing', () => {
    const sealed = ring.seal('x', 'a')
    expect(newer.open(sealed, 'a')).toBe('x')
    expect([ring.isCurrent(sealed), newer.isCurrent(sealed), newer.isCurrent(newer.seal('x', 'a'))]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('without a key name uses v1', () => expect(openKeyring(FIRST).open(ring.seal('x', 'a'), 'a')).toBe('x'))

  const sealed = ring.seal('x', 'user 1')
  const flipped = (at: number) => {
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    bytes[at] = (bytes[at] as number) ^ 1
    return `v1.${bytes.toString('base64url')}`
  }

  it.each<[string, () => string]>([
    ['for another user', () => ring.open(sealed, 'user 2')],
    ['with another secret of the same name', () => openKeyring(`v1:${SECOND}`).open(sealed, 'user 1')],
    ['with a ring that lacks its key', () => openKeyring(`v3:${SECOND}`).open(sealed, 'user 1')],
    ['with another beginning', () => ring.open(flipped(0), 'user 1')],
    ['with another content', () => ring.open(flipped(12), 'user 1')],
    ['with another end', () => ring.open(flipped(28), 'user 1')],
    ['without its end', () => ring.open(sealed.slice(0, -4), 'user 1')],
    ['if it is empty', () => ring.open('', 'user 1')],
    ['if it is a name alone', () => ring.open('v1.', 'user 1')],
  ])('is refused with %s', (_, open) => expect(open).toThrow(expect.objectContaining({ code: 'internal' })))
})
