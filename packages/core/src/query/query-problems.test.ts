import { describe, expect, it } from 'vitest'
import { QuireError } from '../contracts/errors.ts'
import { invalidQuery, QueryProblems, quoted } from './query-problems.ts'

describe('the problems of a query', () => {
  it('throw nothing while there are none', () => expect(() => new QueryProblems().throwIfAny()).not.toThrow())

  it('are reported together, the first of them in the message', () => {
    const problems = new QueryProblems()
    problems.add('type', 'where', 'First.')
    problems.add('max', 'sort', 'Second.')
    expect(() => problems.throwIfAny()).toThrow(
      expect.objectContaining({
        code: 'invalid_query',
        message: 'First.',
        issues: [
          { code: 'type', path: 'where', message: 'First.' },
          { code: 'max', path: 'sort', message: 'Second.' },
        ],
      }),
    )
  })

  it('are at most a hundred', () => {
    const problems = new QueryProblems()
    for (let count = 0; count < 150; count += 1) problems.add('type', `a${count}`, 'No.')
    expect(() => problems.throwIfAny()).toThrow(
      expect.objectContaining({ issues: expect.objectContaining({ length: 100 }) }),
    )
  })

  it('include those of a nested parser, and return the result of a valid part', () => {
    const problems = new QueryProblems()
    expect(problems.gather(() => 5)).toBe(5)
    const issue = { code: 'type', path: 'x', message: 'No.' } as const
    expect(
      problems.gather(() => {
        throw invalidQuery([issue])
      }),
    ).toBeUndefined()
    expect(() => problems.throwIfAny()).toThrow(expect.objectContaining({ issues: [issue] }))
  })

  it.each([
    ['another error of the service', new QuireError('forbidden', 'No.')],
    ['a fault of the program', new TypeError('x is not a function')],
  ])('do not swallow %s', (_, error) => {
    expect(() =>
      new QueryProblems().gather(() => {
        throw error
      }),
    ).toThrow(error)
  })

  it('have a message even without an issue', () => expect(invalidQuery([]).message).toBe('The query is not valid.'))
})

describe('quoted input of a caller', () => {
  it.each([
    ['stays if it is as long as a name', 'a'.repeat(512), 'a'.repeat(512)],
    ['is cut if it is longer', 'a'.repeat(513), `${'a'.repeat(64)}…`],
    ['is cut without half of a character', `${'a'.repeat(63)}${'\u{1f600}'.repeat(300)}`, `${'a'.repeat(63)}\ufffd…`],
  ])('%s', (_, text, shown) => expect(quoted(text)).toBe(shown))
})
